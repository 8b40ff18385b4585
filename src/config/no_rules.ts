/** What is there before any file. */
import type { RuleSetInput } from "../rules/compile.ts";

/** A rule set that says nothing. */
export const NO_RULES: RuleSetInput = {
  rules: [],
  wrappers: [],
  scopes: [{ paths: {}, longFlags: {} }],
  sandbox: {},
  defaults: { action: "pass", sandbox: null },
  hasRules: false,
};
