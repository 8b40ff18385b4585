/** Conditions that load what answers them when a rule first asks. */
import type { Conditions, Facts } from "../rules/conditions.ts";
import type { Patterns } from "../rules/condition_functions.ts";
import type { Host } from "../text/host.ts";

/** Conditions as a situation holds them. */
export interface LazyConditions extends Conditions {
  /** Whether something was asked that needs `load` first: what was answered then is not the last word. */
  readonly isWanting: boolean;
  /** Loads what was asked for. */
  load(): Promise<void>;
}

/** Conditions with facts of this machine. Until they are loaded, every answer is `possible`. */
export function lazyConditions(host: Host): LazyConditions {
  const facts = factsOf(host);
  let cel: typeof import("../rules/cel.ts") | null = null;
  let patterns: Patterns | null = null;
  let answering: Conditions | null = null;
  let wants: "nothing" | "cel" | "patterns" = "nothing";
  return {
    holds(when, question, work) {
      const needsPatterns = patterns === null && when.includes("matches");
      if (answering !== null && !needsPatterns) return answering.holds(when, question, work);
      if (wants !== "patterns") wants = needsPatterns ? "patterns" : "cel";
      return "possible";
    },
    get isWanting() {
      return wants !== "nothing";
    },
    async load() {
      cel ??= await import("../rules/cel.ts");
      if (wants === "patterns") {
        patterns = (await import("../rules/linear_pattern.ts")).linearPattern;
      }
      answering = cel.celConditions(facts, patterns);
      wants = "nothing";
    },
  };
}

function factsOf(host: Host): Facts {
  let environment: Readonly<Record<string, string>> | null = null;
  return {
    environment: () => environment ??= environmentOf(host),
    kindOf(path) {
      const kind = host.files.look(path)?.kind ?? null;
      return kind === "link" ? "other" : kind;
    },
  };
}

function environmentOf(host: Host): Readonly<Record<string, string>> {
  const entries = host.envNames().flatMap((name) => {
    const value = host.env(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
