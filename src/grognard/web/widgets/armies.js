/** The order of battle: the tables of the armies in a card of their own. A place in them leads to the map. */

/** @typedef {import("../base/store").Store} Store */

import { get } from "../base/api.js";
import { word } from "../base/words.js";
import { openCard } from "./dialogs.js";
import { drawTables } from "./tables.js";

/** @param {Store} store @param {{look(place: string | null): void, refuse(fault: unknown): void}} hands */
export async function openArmies(store, hands) {
  const { match, seat } = store;
  try {
    const found = /** @type {import("../types").Sidebar} */ (await get(`/api/matches/${match}/tables`, { seat }));
    if (store.seat !== seat) return;
    const armies = found.tables.filter((table) => table.topic === "armies" || table.topic === "muster");
    const dialog = openCard("armies", word("menu.armies"), ...drawTables({ ...found, tables: armies }, (place) => {
      dialog.close();
      store.map?.centerOn(place);
      store.map?.highlight([place]);
      hands.look(place);
    }));
  } catch (fault) {
    hands.refuse(fault);
  }
}
