/** The search for a match: one walk over a pattern's elements and a command's tokens, with a budget. */
import {
  type Captures,
  isKnown,
  keepReading,
  nothingCaptured,
  withFlags,
  withVariable,
} from "./captures.ts";
import { textFits, valueFits } from "./fit.ts";
import { takeFlags } from "./flag_clusters.ts";
import { everyValue, takeGroup } from "./flag_group.ts";
import { couldBeFlag, hasFlagOf, isPresent, takesSpacedValue } from "./flag_presence.ts";
import { isNamed, withoutFlag } from "./flag_names.ts";
import type { Capture, MatchOptions } from "./match.ts";
import type { Node } from "./node.ts";
import { type Element, equalsOf, isFlag } from "./pattern.ts";
import { at, firstIndex, from, nextIndex, type Rest, takeHead, without } from "./rest.ts";
import { matchesAnyText, runsOfText, type TextPattern } from "./text_pattern.ts";
import { SearchBudget } from "./search_budget.ts";
import { tail, type Token } from "./token.ts";

/** Readings of one wrapper that are looked at. */
const captureLimit = 64;
/** One search: its budget and what it has captured so far. */
export class Search {
  readonly wildcards: string[] = [];
  readonly readings: Captures[] = [];
  private taken: Captures = nothingCaptured;
  private command: readonly Token[] | null = null;
  private variables: readonly Token[] = [];
  private readonly maybe: boolean;
  readonly budget: SearchBudget;

  constructor(
    private readonly options: MatchOptions,
    /** Where all readings go; null to stop at the first match. */
    private readonly captures: Capture[] | null,
    /** Readings to look for. */
    private readonly most: number,
    size: number,
  ) {
    this.maybe = options.certainty === "maybe";
    this.budget = new SearchBudget(options.budget, size);
  }

  /** Searches from the first element on. */
  start(node: Node | null, rest: Rest): void {
    this.match(node, rest);
    this.budget.settle();
  }

  private match(node: Node | null, rest: Rest): boolean {
    const found = this.budget.enter() && this.matchNode(node, rest);
    this.budget.leave();
    return found;
  }

  private matchNode(node: Node | null, rest: Rest): boolean {
    if (node === null) return this.accept(rest);
    const { element } = node;
    switch (element.kind) {
      case "texts":
        return this.positional(node, rest, element.texts, false);
      case "not":
        return this.positional(node, rest, element.texts, true);
      case "dashes":
        return this.head(node, { ...rest, literal: true }, (token) => token.text === "--");
      case "absent":
        return this.budget.look(rest.tokens.length) &&
          !isPresent(rest, element.names, this.options.certainty) && this.match(node.next, rest);
      case "flag":
        return this.flag(node, rest, element.names);
      case "valued":
        return this.valued(node, rest, element);
      case "wildcard":
        return this.wildcard(node, rest);
      case "optional":
        return this.match(node.inner, rest) ||
          ((this.captures !== null || this.budget.look(rest.tokens.length) &&
              !hasFlagOf(rest, element.elements, this.maybe)) &&
            this.match(node.next, rest));
      case "command":
        return this.wrapped(node, rest);
      case "options":
        return this.flagRun(node, rest, element.valued);
      case "variables":
        return this.assignments(node, rest);
      case "path":
        return this.head(
          node,
          rest,
          (token) => this.budget.lookUp(token) && this.options.isInPaths(token, element),
        );
      case "named":
        return this.head(node, rest, (token) => !token.maybeFlag || this.maybe);
      case "flags": {
        if (!this.budget.look(rest.tokens.length)) return false;
        const lenient = this.options.certainty !== "allow";
        const left = takeFlags(rest, element.letters, this.options.longFlags, lenient, this.maybe);
        return left !== null && this.match(node.next, left);
      }
      case "var":
        return this.head(
          node,
          rest,
          (token) => this.budget.lookUp(token) && this.options.isVariable(token, element.name),
          (token) => withVariable(this.taken, element.name, token),
        );
      case "word":
        return this.head(
          node,
          rest,
          (token) => token.text === element.text && isKnown(token),
        );
      case "choice":
        return node.options.some((option) => this.match(option, rest));
      case "flag-group":
        return this.flagGroup(node, rest, element.name);
    }
  }

  /** All tokens are used up, or may turn out to be no words. */
  private accept(rest: Rest): boolean {
    for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
      if (!this.maybe || !at(rest, i)?.vanishing) return false;
    }
    if (this.captures === null) return this.isRead();
    if (this.command !== null) {
      this.captures.push({ command: this.command, variables: this.variables });
      if (this.captures.length >= captureLimit) this.budget.exhausted = true;
    }
    return false;
  }

  /** Keeps a reading; true when no more are looked for. */
  private isRead(): boolean {
    keepReading(this.readings, this.taken);
    if (this.readings.length < this.most) return false;
    if (this.most > 1) this.budget.exhausted = true;
    return true;
  }

  /** Goes on with these captures. */
  private taking(captures: Captures, node: Node | null, rest: Rest): boolean {
    const outer = this.taken;
    this.taken = captures;
    const matched = this.match(node, rest);
    this.taken = outer;
    return matched;
  }

  /** The next positional token, behind flags and the values that this pattern knows they take. */
  private positional(
    node: Node,
    rest: Rest,
    texts: readonly TextPattern[],
    negated: boolean,
  ): boolean {
    const fits = (token: Token) => textFits(texts, negated, token, this.options.certainty);
    const first = firstIndex(rest);
    const head = at(rest, first);
    if (head === null) return false;
    if (
      isFlag(head.text) && !negated && texts.some((text) => runsOfText(text)[0]?.startsWith("-"))
    ) {
      if (fits(head) && this.match(node.next, without(rest, first))) return true;
    }
    let i = first;
    for (let token = at(rest, i); token !== null && this.budget.look(1); token = at(rest, i)) {
      const next = nextIndex(rest, i + 1);
      if (!rest.literal && isFlag(token.text) && token.text !== "--") {
        const takesValue = matchesAnyText(node.valueFlags, token.text);
        i = takesValue ? nextIndex(rest, next + 1) : next;
        continue;
      }
      if (!this.maybe || !token.elastic) {
        return fits(token) && this.match(node.next, without(rest, i));
      }
      // An elastic token may give this word and more, this word alone, or none at all.
      if (fits(token) && this.giving(node.next, rest, i)) return true;
      if (!token.vanishing) return false;
      i = next;
    }
    return false;
  }

  /** Goes on where an elastic token gave a word: it stays for more of them, or that was all of it. */
  private giving(node: Node | null, rest: Rest, index: number): boolean {
    if (this.match(node, rest)) return true;
    const isWord = at(rest, index)?.vanishing === false || this.captures !== null;
    return isWord && this.match(node, without(rest, index));
  }

  /** The very next token; in a `maybe` search an elastic one gives it and stays, or is passed over. */
  private head(
    node: Node,
    rest: Rest,
    fits: (token: Token) => boolean,
    captured: (token: Token) => Captures = () => this.taken,
  ): boolean {
    let i = firstIndex(rest);
    for (let token = at(rest, i); token !== null && this.budget.look(1); token = at(rest, i)) {
      const next = nextIndex(rest, i + 1);
      if (fits(token)) {
        const taken = captured(token);
        if (this.taking(taken, node.next, without(rest, i))) return true;
        if (this.maybe && token.elastic && this.taking(taken, node.next, rest)) return true;
      }
      if (!this.maybe || !token.vanishing) return false;
      i = next;
    }
    return false;
  }

  /** A flag without a value at any place; `--flag=v` leaves `v` behind. */
  private flag(node: Node, rest: Rest, names: readonly TextPattern[]): boolean {
    for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
      const token = at(rest, i);
      if (!this.budget.look(1)) return false;
      if (token === null) continue;
      if (this.maybe && token.runs !== null) {
        if (token.elastic && this.giving(node.next, rest, i)) return true;
        const written = token.text.startsWith("-") && couldBeFlag(token, names);
        if (written && this.match(node.next, without(rest, i))) return true;
      } else if (isFlag(token.text)) {
        const fused = node.next?.element.kind === "command";
        const left = withoutFlag(rest, i, token, names, { wrapper: this.captures !== null, fused });
        if (left.some((reading) => this.match(node.next, reading))) return true;
      }
      if (this.captures !== null) return false; // a wrapper's flags stand at its head
    }
    return false;
  }

  /** A flag and its value at any place: the next token, `--flag=v`, or `-fv`. */
  private valued(node: Node, rest: Rest, element: Element & { kind: "valued" }): boolean {
    const { names, value } = element;
    const named = (text: string) => isNamed(names, text, this.captures !== null);
    const attached = (token: Token, length: number, left: Rest): boolean => {
      const part = tail(token, length);
      if (value.kind === "any" || value.kind === "optional") {
        return this.captured(part.text, () => this.match(node.next, left));
      }
      return valueFits(value, part, this.options.certainty) && this.match(node.next, left);
    };
    for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
      const token = at(rest, i);
      if (!this.budget.look(1)) return false;
      if (token === null) continue;
      if (this.maybe && token.elastic) {
        if (this.giving(node.next, rest, i)) return true;
        const next = nextIndex(rest, i + 1);
        if (at(rest, next) !== null && this.giving(node.next, without(rest, next), i)) return true;
      }
      if (token.maybeFlag && token.text.startsWith("-")) {
        const left = without(rest, i);
        if (named(token.text) && this.spaced(node, left, i, value)) return true;
        const head = token.runs === null ? token.text : token.runs[0] ?? "";
        const equals = equalsOf(head);
        if (equals > 0 && named(head.slice(0, equals)) && attached(token, equals + 1, left)) {
          return true;
        }
        const isFused = /^-[A-Za-z]./.test(token.text) &&
          matchesAnyText(names, token.text.slice(0, 2));
        if (isFused && attached(token, 2, left)) return true;
      }
      if (this.captures !== null) return false;
    }
    return false;
  }

  /** The value is the token behind the flag; `?` takes none. */
  private spaced(
    node: Node,
    left: Rest,
    index: number,
    value: (Element & { kind: "valued" })["value"],
  ): boolean {
    if (value.kind === "optional") return this.match(node.next, left);
    const next = nextIndex(left, index + 1);
    const token = at(left, next);
    if (token === null || !valueFits(value, token, this.options.certainty)) return false;
    const go = () => this.match(node.next, without(left, next));
    return value.kind === "any" ? this.captured(token.text, go) : go();
  }

  /** The flags of a group; where every reading counts, also as if each of them had its value. */
  private flagGroup(node: Node, rest: Rest, name: string): boolean {
    const group = this.options.flagGroup(name);
    if (group === null) return false;
    if (!this.budget.look(2 * rest.tokens.length)) return false;
    const { certainty } = this.options;
    for (const unknownTakesNext of this.maybe ? [true, false] : [false]) {
      const atHead = this.captures !== null;
      const taken = takeGroup(rest, group, { certainty, atHead, unknownTakesNext });
      if (taken === null) continue;
      const { left, values } = taken;
      if (this.taking(withFlags(this.taken, name, values), node.next, left)) return true;
      if (this.most < 2) continue;
      const all = everyValue(rest, group, certainty);
      if (this.taking(withFlags(this.taken, name, all), node.next, left)) return true;
    }
    return false;
  }

  private wildcard(node: Node, rest: Rest): boolean {
    const taken = this.wildcards.length;
    let left = rest;
    for (;;) {
      if (this.match(node.next, left)) return true;
      const i = firstIndex(left);
      const token = at(left, i);
      if (token === null || this.budget.exhausted) break;
      this.wildcards.push(token.text);
      left = from(left, i + 1);
      if (node.next === null && this.captures === null) {
        for (let j = firstIndex(left); j < left.tokens.length; j = nextIndex(left, j + 1)) {
          this.wildcards.push(at(left, j)?.text ?? "");
        }
        return this.isRead();
      }
    }
    this.wildcards.length = taken;
    return false;
  }

  private captured(text: string, go: () => boolean): boolean {
    this.wildcards.push(text);
    if (go()) return true;
    this.wildcards.pop();
    return false;
  }

  /** `<cmd>`: one or more tokens, the first no flag, fewest first. */
  private wrapped(node: Node, rest: Rest): boolean {
    const command: Token[] = [];
    const outer = this.command;
    let left = rest;
    for (;;) {
      const i = firstIndex(left);
      const token = at(left, i);
      if (token === null || (command.length === 0 && isFlag(token.text))) break;
      command.push(token);
      left = from(left, i + 1);
      if (node.next === null && firstIndex(left) < left.tokens.length) continue;
      this.command = [...command];
      if (this.match(node.next, left)) return true;
      if (this.budget.exhausted) break;
    }
    this.command = outer;
    return false;
  }

  /**
   * `<opts>`: flags at the head. With `valued`, just those take a value; without, a one-letter flag eats
   * the next token that is no flag, as in the seed's engine. Every shorter run is tried too.
   */
  private flagRun(node: Node, rest: Rest, valued: readonly string[] | null): boolean {
    const i = firstIndex(rest);
    const token = at(rest, i);
    if (token !== null && token.text.startsWith("-") && token.text !== "-") {
      const left = from(rest, i + 1);
      if (token.text === "--") return this.match(node.next, left);
      const next = at(left, firstIndex(left));
      const eats = valued === null
        ? /^-[A-Za-z]$/.test(token.text) && next !== null && !isFlag(next.text)
        : takesSpacedValue(token.text, valued);
      const longer = eats ? from(left, firstIndex(left) + 1) : left;
      const found = this.budget.enter() && this.flagRun(node, longer, valued);
      this.budget.leave();
      if (found) return true;
      // Which of a wrapper's flags take a value is not known: both readings count.
      if (eats && valued === null && this.captures !== null) this.flagRun(node, left, valued);
      if (valued !== null) return this.match(node.next, rest);
    }
    return this.match(node.next, rest);
  }

  /** `<vars>`: tokens at the head with an `=` in them. */
  private assignments(node: Node, rest: Rest): boolean {
    const outer = this.variables;
    const { taken, left } = takeHead(rest, ({ text }) => text.includes("="));
    this.variables = taken;
    if (this.match(node.next, left)) return true;
    this.variables = outer;
    return false;
  }
}
