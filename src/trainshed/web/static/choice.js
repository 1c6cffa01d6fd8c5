// A choice in the making: which offers are left after the clicks so far. Nothing here touches the page.
//
// Every offer has a path of keys. Where there is more than one kind of action, the kinds come first;
// then the keys of the paths, one after another. A step without alternatives is taken by itself, but
// the last one is always shown before it is played.

/**
 * @typedef {import("./page.js").Offer} Offer
 * @typedef {{kind: "verb" | "key" | "offer", key: string, offers: Offer[], label: string, isLast: boolean, digit?: number}} Option
 *   One thing to choose; the last one before the action has exactly one offer. Its number key is 0 where it has none.
 */

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The kind of action that takes one step back; it has a key of its own. */
const BACK = "back";

/** What is chosen at the place that was clicked before. */
const HERE = /^(bid|good):/;
/** A place of its own on the board. */
const THERE = /^(hex|station|town):/;

export class Choice {
  /** @param {import("./page.js").Offers} data */
  constructor(data) {
    this.all = data.offers.filter(({ passing }) => !passing);
    /** The offers that stand apart from all others. */
    this.passes = data.offers.filter(({ passing }) => passing);
    this.verbs = data.verbs.filter(({ verb }) => this.all.some((offer) => offer.verb === verb));
    this.isSwift = data.swift ?? false;
    this.start();
  }

  /** Forget all clicks. */
  start() {
    /** @type {string | null} */
    this.verb = null;
    /** @type {string[]} */
    this.path = [];
    /** @type {Offer | null} */
    this.armed = null;
    /** @type {{verb: string | null, path: string[]}[]} */
    this.before = [];
  }

  /** The offers that are left. */
  get left() {
    return this.all.filter(
      (offer) =>
        (this.verb === null || offer.verb === this.verb) &&
        this.path.every((key, n) => offer.path[n] === key),
    );
  }

  get isBegun() {
    return this.armed !== null || this.before.length > 0;
  }

  /** What can be chosen next. @returns {Option[]} */
  get options() {
    const left = this.left;
    const asksVerb =
      this.verb === null && !this.path.length && new Set(left.map((offer) => offer.verb)).size > 1;
    if (asksVerb) {
      return this.verbs.map(({ verb, label }) =>
        option(
          "verb",
          verb,
          left.filter((offer) => offer.verb === verb),
          label,
        ),
      );
    }
    return this.keys(this.path.length).map(([key, offers]) => {
      const isEnd = offers.length === 1 && offers[0].path.length <= this.path.length + 1;
      return option("key", key, offers, isEnd ? offers[0].label : "");
    });
  }

  /** The kinds of action that are asked together, the way back aside. @returns {import("./page.js").Verb[]} */
  get kinds() {
    const left = new Set(this.left.map(({ verb }) => verb));
    return this.verbs.filter(({ verb }) => verb !== BACK && left.has(verb));
  }

  /** The kinds that a number can mean: once one has been chosen its answers are counted. */
  get open() {
    const { kinds } = this;
    return kinds.length > 1 || !this.before.length ? kinds : [];
  }

  /** Options with their number keys: a number means a kind, which is played where it has one answer; what has no such kind is counted. @param {Option[]} options @returns {Option[]} */
  numbered(options) {
    const kinds = this.open;
    const free = DIGITS.filter((digit) => kinds.every((kind) => kind.digit !== digit));
    return options.map((option) => {
      const { verb } = option.offers[0];
      const own = kinds.find((kind) => kind.verb === verb)?.digit;
      const isAlone = options.filter(({ offers }) => offers[0].verb === verb).length === 1;
      const digit = verb === BACK ? 0 : own ? (isAlone ? own : 0) : (free.shift() ?? 0);
      return { ...option, digit };
    });
  }

  /** The keys at a depth with their offers, whatever their kind of action. @param {number} depth @returns {[string, Offer[]][]} */
  keys(depth) {
    /** @type {Map<string, Offer[]>} */
    const found = new Map();
    for (const offer of this.left) {
      const key = offer.path[depth] ?? "";
      found.set(key, [...(found.get(key) ?? []), offer]);
    }
    return [...found];
  }

  /** Choose a kind of action or a key; the offer if nothing is left to choose. @param {"verb" | "key"} kind @param {string} key @returns {Offer | null} */
  choose(kind, key) {
    this.before.push({ verb: this.verb, path: this.path });
    this.armed = null;
    if (kind === "verb") this.verb = key;
    else this.path = [...this.path, key];
    const [only, ...others] = this.left;
    if (!others.length && this.isDecided(only)) {
      this.back();
      return only;
    }
    for (
      let keys = this.keys(this.path.length);
      keys.length === 1 && keys[0][1].some((offer) => offer.path.length > this.path.length + 1);
      keys = this.keys(this.path.length)
    ) {
      this.path = [...this.path, keys[0][0]];
    }
    if (!others.length && this.isElsewhere(only)) this.armed = only;
    return null;
  }

  /** Whether the clicks say all of an offer; what has no place on the board needs no further click. @param {Offer} offer */
  isDecided(offer) {
    if (this.isSwift) return true;
    return offer.path.slice(this.path.length).every((key) => !key.includes(":") || HERE.test(key));
  }

  /** Whether all that is left of an offer is one place: it is shown, and asked no more. @param {Offer} offer */
  isElsewhere(offer) {
    return offer.path.slice(this.path.length).every((key) => THERE.test(key) || HERE.test(key));
  }

  /** Take back the last click; whether there was one. */
  back() {
    if (this.armed) {
      const isAlone = this.before.length > 0 && this.left.length === 1;
      this.armed = null;
      if (!isAlone) return true;
    }
    const last = this.before.pop();
    if (!last) return false;
    [this.verb, this.path] = [last.verb, last.path];
    return true;
  }

  /** Make the same clicks in a new list of offers, as far as they are still legal. @param {Choice} old */
  follow(old) {
    if (old.armed) this.armed = [...this.all, ...this.passes].find(({ action }) => action === old.armed?.action) ?? null;
    if (!old.before.length) return;
    for (const { verb, path } of [...old.before.slice(1), { verb: old.verb, path: old.path }]) {
      const begun = { verb: this.verb, path: this.path };
      [this.verb, this.path] = [verb, path];
      if (!this.left.length) {
        [this.verb, this.path] = [begun.verb, begun.path];
        return;
      }
      this.before.push(begun);
    }
  }
}

/** @param {"verb" | "key"} kind @param {string} key @param {Offer[]} offers @param {string} label @returns {Option} */
function option(kind, key, offers, label) {
  return { kind, key, offers, label, isLast: offers.length === 1 };
}
