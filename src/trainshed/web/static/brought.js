// What an action would bring, as the server knows it; it is asked once for each.

import { table } from "./page.js";

/** What was fetched about an action, by version and action. @type {Map<string, Promise<string>>} */
const known = new Map();
/** So many answers are kept. */
const MOST = 200;

/** Sentences, a paragraph each. @param {string} action @returns {Promise<string>} */
export function brought(action) {
  const key = `${table().dataset.version} ${action}`;
  const query = new URLSearchParams({ action });
  const ask = async () => {
    const answer = await fetch(`/t/${table().dataset.table}/brings?${query}`);
    return answer.ok ? (await answer.text()).trim() : "";
  };
  const found = known.get(key) ?? ask().catch(() => "");
  known.set(key, found);
  return found;
}

document.addEventListener("table:leave", () => known.size > MOST && known.clear());
