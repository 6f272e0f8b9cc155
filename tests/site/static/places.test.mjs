/** Where a site has what is at an address of a server, and back, by the same table as in Python. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { script } from "./site.mjs";

const { addressAt, placeOf } = await script("places.js");
const TABLE = JSON.parse(readFileSync(new URL("../places.json", import.meta.url), "utf-8"));

for (const root of ["https://example.org/", "https://example.org/noughts/"]) {
  const places = (language) => {
    const home = language === "en" ? "" : `${language}/`;
    return { root, home, static: "static/2/", built: ["/", "/learn", "/learn/minimax"] };
  };

  test(`addresses have places below ${root}, and those lead back`, () => {
    for (const [address, language, place] of TABLE) {
      assert.equal(placeOf(address, places(language)), root + place);
      assert.equal(addressAt(root + place, places(language)), address);
    }
  });

  test(`below ${root}, a page is a folder or the file in it`, () => {
    assert.equal(addressAt(`${root}learn`, places("en")), "/learn");
    assert.equal(addressAt(`${root}learn/index.html`, places("en")), "/learn");
    assert.equal(addressAt(`${root}index.html`, places("en")), "/");
    assert.equal(addressAt(`${root}page/`, places("en")), "/");
  });

  test(`a link to the shell below ${root} survives what others do to it`, () => {
    for (const [query, address] of Object.entries({
      "/games=": "/games",
      "/games&fbclid=x": "/games",
      "/games=&utm_source=a&utm_medium=b": "/games",
      "/g/1/review?ply=3&fbclid=x": "/g/1/review?ply=3&fbclid=x",
      "%2Fgames": "/games",
      "%2fg%2F1%2Freview%3Fply%3D3=&fbclid=x": "/g/1/review?ply=3",
      "http://example.com/games": "/page",
      "//example.com/games": "/page",
      "/\\example.com": "/page",
      "%2F%2Fexample.com": "/page",
      "%2F%": "/page",
      "http://": "/page",
      "fbclid=x": "/page",
    })) {
      assert.equal(addressAt(`${root}page/?${query}`, places("en")), address);
    }
  });

  test(`scripts and styles are in one folder below ${root}`, () => {
    assert.equal(placeOf("/static/1/game/play.js", places("de")), `${root}static/2/game/play.js`);
  });

  test(`what is elsewhere, or in another language, has no address below ${root}`, () => {
    for (const place of ["https://example.com/learn/", `${root}learn/`, `${root}de/nothing/`]) {
      assert.equal(addressAt(place, places("de")), null);
    }
  });
}
