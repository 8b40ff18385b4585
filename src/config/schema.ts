/** The form of a configuration file. (`02-rules.md`, Files; `07-exec-sandbox.md`; `08-audit.md`) */
import * as z from "zod/mini";

/** An empty value (`key:`) counts as an absent one. */
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

const text = z.string();
const texts = z.array(text);

/** One inline test: exactly one verdict, and the command that gets it. */
export const testSchema = z.strictObject({
  allow: optional(text),
  ask: optional(text),
  deny: optional(text),
  pass: optional(text),
});

/** One rule. Exactly one of `allow`, `ask` and `deny` is there; that is checked apart. */
export const ruleSchema = z.strictObject({
  allow: optional(text),
  ask: optional(text),
  deny: optional(text),
  message: optional(text),
  fix_suggestion: optional(text),
  sandbox: optional(text),
  when: optional(text),
  id: optional(text),
  except: optional(texts),
  in: optional(texts),
  tests: optional(z.array(testSchema)),
});

/** What applies where no rule does. */
export const defaultsSchema = z.strictObject({
  action: optional(z.enum(["allow", "ask", "deny", "pass"])),
  sandbox: optional(text),
});

/** A sandbox preset; `fs.writable` and `fs.deny` are the old flat form. */
export const presetSchema = z.strictObject({
  fs: optional(z.strictObject({
    read: optional(z.strictObject({ deny: optional(texts) })),
    write: optional(z.strictObject({ allow: optional(texts), deny: optional(texts) })),
    writable: optional(texts),
    deny: optional(texts),
  })),
  network: optional(z.strictObject({ allow: optional(z.union([z.boolean(), texts])) })),
  env: optional(z.strictObject({ deny: optional(texts) })),
});

/** A wrapper that is more than its pattern. */
export const wrapperSchema = z.strictObject({
  pattern: text,
  at_least: optional(z.enum(["ask", "deny"])),
  appends: optional(z.boolean()),
  joins: optional(z.boolean()),
});

const variableSchema = z.strictObject({
  type: optional(z.enum(["literal", "path", "pattern"])),
  values: texts,
});

/** Names that patterns refer to. */
export const definitionsSchema = z.strictObject({
  paths: optional(z.record(text, texts)),
  sandbox: optional(z.record(text, presetSchema)),
  wrappers: optional(z.array(z.union([text, wrapperSchema]))),
  vars: optional(z.record(text, variableSchema)),
  flag_groups: optional(z.record(text, text)),
  aliases: optional(z.record(text, z.union([text, texts]))),
  long_flags: optional(z.record(text, text)),
});

/** The audit log. */
export const auditSchema = z.strictObject({
  enabled: optional(z.boolean()),
  path: optional(text),
  rotation: optional(z.strictObject({
    retention_days: optional(z.int().check(z.minimum(0), z.maximum(36_500))),
  })),
  redact: optional(z.boolean()),
  export: optional(z.enum(["otlp"])),
});

/** Tests of the whole configuration. */
export const testsSchema = z.strictObject({
  extends: optional(texts),
  cases: optional(z.array(testSchema)),
});

const experimentalSchema = z.strictObject({
  require_command_in_path: optional(z.strictObject({
    enabled: optional(z.boolean()),
    action: optional(z.enum(["ask", "deny"])),
    ignore: optional(texts),
  })),
});

/** A whole file, but for the `x-*` keys, which may hold anything. */
export const configurationSchema = z.strictObject({
  disable: optional(texts),
  except: optional(z.record(text, texts)),
  required_usher_version: optional(text),
  required_runok_version: optional(text),
  builtin: optional(z.boolean()),
  extends: optional(texts),
  defaults: optional(defaultsSchema),
  rules: optional(z.array(ruleSchema)),
  definitions: optional(definitionsSchema),
  audit: optional(auditSchema),
  tests: optional(testsSchema),
  experimental: optional(experimentalSchema),
});

/** The data of a rule of the right form. */
export type RuleData = z.output<typeof ruleSchema>;

/** The data of a sandbox preset of the right form. */
export type PresetData = z.output<typeof presetSchema>;

/** The data of an inline test of the right form. */
export type TestData = z.output<typeof testSchema>;
