/**
 * The worker in which a program runs that is graded: Python, and nothing else. `sandbox.js` starts it in a
 * frame of another origin, which has no network, so all that it needs comes with the first message. It is
 * no module, since Chromium starts none there, and imports nothing that does not come with that message.
 */

const NOWHERE = "file:///pyodide/";
const FOLDER = "/noughts";

addEventListener(
  "message",
  async (/** @type {MessageEvent<import("./sandbox.js").Start>} */ { data, ports: [port] }) => {
    /** @param {import("./sandbox.js").Report} report */
    const report = (report) => port.postMessage(report);
    try {
      const python = await loadPython(data);
      report({ ready: true });
      const answer = python.pyimport("noughts.site.program").start(data.name, data.source, data.opening, report);
      port.onmessage = ({ data: question }) => {
        try {
          answer(question);
        } catch (error) {
          report({ crashed: String(error) }); // Python itself has ended, as when its stack was too small
        }
      };
    } catch (error) {
      report({ crashed: String(error) });
    }
  },
);

/** @param {import("./sandbox.js").Start} start */
async function loadPython({ scripts, runtime, library }) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    scripts.map((script) => import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })))),
  );
  globalThis.fetch = async (request) => {
    const name = String(request instanceof Request ? request.url : request).slice(NOWHERE.length);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(runtime[name], { headers: { "content-type": type } });
  };
  const python = await loadPyodide({
    indexURL: NOWHERE,
    createPyodideModule,
    fsInit: async (/** @type {any} */ system) => {
      for (const [name, content] of library) {
        const path = `${FOLDER}/${name}`;
        system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        system.writeFile(path, content, { canOwn: true });
      }
    },
  });
  const { path, modules } = python.pyimport("sys");
  path.insert(0, FOLDER);
  for (const name of ["js", "pyodide_js"]) {
    python.unregisterJsModule(name); // which a program has no need of
    modules.pop(name, null); // where Pyodide itself has imported it
  }
  return python;
}
