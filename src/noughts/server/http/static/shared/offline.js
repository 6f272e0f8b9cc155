/** The site that plays without a connection, which the server has below a path of its own. */

const ROOT = "/site/";

/** True if this browser has kept the site, whatever its version. @param {string} home its address in a language */
export const isKept = async (home) => Boolean(await globalThis.caches?.match(`${home}page/`, { ignoreSearch: true }));

/**
 * Keep the site as it is now, with the pages of one language; rejected if it cannot be had.
 * @param {string} home the address of the site in that language
 */
export async function keep(home) {
  const registration = await navigator.serviceWorker.register(`${ROOT}service_worker.js`);
  await registration.update(); // one that is there already is not looked at otherwise
  const worker = await activated(registration);
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage({ keep: home.slice(ROOT.length) }, [port2]);
  if (!(await answer)) throw new Error(`${home} could not be kept`);
}

/** Return the worker once it has kept what all languages need; the one before where that fails. @param {ServiceWorkerRegistration} registration */
async function activated(registration) {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  const isDone = () => !worker || ["activated", "redundant"].includes(worker.state);
  while (!isDone()) await new Promise((resolve) => worker?.addEventListener("statechange", resolve, { once: true }));
  if (!registration.active) throw new Error("the site could not be kept");
  return registration.active;
}
