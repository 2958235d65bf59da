/** Finding words in a text: accents and capitals do not matter, and what was found can be marked. */

/** A text as it is compared. @param {string} text */
export function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words that are looked for. @param {string} wanted */
export function wordsOf(wanted) {
  return fold(wanted).split(/\s+/).filter(Boolean);
}

/**
 * Where words stand in a text: pieces of it, each found or not, in order. Lengths are those of the text, whatever folding does to them.
 * @param {string} text
 * @param {string[]} words folded
 * @returns {{text: string, found: boolean}[]}
 */
export function split(text, words) {
  const folded = [...text].map(fold);
  const line = folded.join("");
  const starts = folded.reduce((all, part) => [...all, all[all.length - 1] + part.length], [0]);
  const hit = new Array(folded.length).fill(false);
  for (const word of words) {
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      for (let n = 0; n < folded.length; n += 1) if (starts[n] < at + word.length && starts[n + 1] > at) hit[n] = true;
    }
  }
  /** @type {{text: string, found: boolean}[]} */
  const parts = [];
  [...text].forEach((letter, n) => {
    const last = parts.at(-1);
    if (last && last.found === hit[n]) last.text += letter;
    else parts.push({ text: letter, found: hit[n] });
  });
  return parts;
}

/** Mark words inside an element. @param {Element} element @param {string[]} words folded */
export function mark(element, words) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    if (!words.some((word) => fold(text.data).includes(word))) continue;
    text.replaceWith(...split(text.data, words).map((part) => {
      if (!part.found) return part.text;
      const marked = document.createElement("mark");
      marked.textContent = part.text;
      return marked;
    }));
  }
}
