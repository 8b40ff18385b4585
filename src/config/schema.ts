/**
 * The form of a configuration file, and a description of every key: what files are checked by, and what
 * `usher schema` prints. (`02-rules.md`, Files; `07-exec-sandbox.md`; `08-audit.md`)
 */
import * as z from "zod/mini";

/** What `usher schema` says about a part of the schema besides its form. */
export const descriptions = z.registry<{
  readonly description?: string;
  readonly title?: string;
  /** Exactly one of these holds; for what zod cannot say. */
  readonly oneOf?: readonly unknown[];
  readonly patternProperties?: Readonly<Record<string, unknown>>;
}>();

/** A key that may be missing. An empty value (`key:`) counts as an absent one. */
const optional = <T extends z.ZodMiniType>(schema: T, description: string) => {
  const key = z.optional(z.nullable(schema));
  descriptions.add(key, { description });
  return key;
};

const text = z.string();
const texts = z.array(text);

/** Of these keys exactly one is there, and holds a text. */
const exactlyOne = (keys: readonly string[]) =>
  keys.map((key) => ({ required: [key], properties: { [key]: { type: "string" } } }));

/** One inline test: exactly one verdict, and the command that gets it. */
export const testSchema = z.strictObject({
  allow: optional(text, "A command that is allowed."),
  ask: optional(text, "A command that is asked about."),
  deny: optional(text, "A command that is denied."),
  pass: optional(text, "A command that no rule speaks of."),
}).register(descriptions, { oneOf: exactlyOne(["allow", "ask", "deny", "pass"]) });

/** One rule. Exactly one of `allow`, `ask` and `deny` is there; that is checked apart. */
export const ruleSchema = z.strictObject({
  allow: optional(text, "A pattern; commands that match it are allowed: `git status|log *`."),
  ask: optional(text, "A pattern; commands that match it are put before a human."),
  deny: optional(text, "A pattern; commands that match it are refused: `git push -f|--force *`."),
  message: optional(text, "Why; told to the agent and shown to you."),
  fix_suggestion: optional(text, "What to run instead; told to the agent."),
  sandbox: optional(text, "The preset of `definitions.sandbox` to run it in. Not for `deny`."),
  when: optional(
    text,
    "A CEL expression: the rule applies only where it is true. `env.NAME == 'value'`",
  ),
  id: optional(text, "A name of its own, such as `team/rm`, for `except` and `disable`."),
  except: optional(texts, "Patterns where the rule does not apply."),
  in: optional(
    texts,
    "Folders: the rule applies only to commands that run inside one of them, or in a folder that a `<path:name>` among them holds.",
  ),
  tests: optional(
    z.array(testSchema),
    "What the configuration has to say about some commands; `usher test` runs them.",
  ),
}).register(descriptions, { oneOf: exactlyOne(["allow", "ask", "deny"]) });

/** What applies where no rule does. */
export const defaultsSchema = z.strictObject({
  action: optional(
    z.enum(["allow", "ask", "deny", "pass"]),
    "The verdict on commands that no rule speaks of. Unset: `pass`, no opinion.",
  ),
  sandbox: optional(text, "The preset of `definitions.sandbox` where a rule names none."),
});

/** A sandbox preset; `fs.writable` and `fs.deny` are the old flat form. */
export const presetSchema = z.strictObject({
  fs: optional(
    z.strictObject({
      read: optional(
        z.strictObject({ deny: optional(texts, "Paths and globs that cannot be read.") }),
        "Reading; everything else can be read.",
      ),
      write: optional(
        z.strictObject({
          allow: optional(texts, "Folders that can be written to. Unset: no restriction."),
          deny: optional(texts, "Paths and globs in them that cannot be written to."),
        }),
        "Writing. What is denied stays denied where it is also allowed.",
      ),
      writable: optional(texts, "Old form of `write.allow`; `usher migrate` rewrites it."),
      deny: optional(texts, "Old form of `write.deny`; `usher migrate` rewrites it."),
    }),
    "Files: paths, globs and `<path:name>`, relative to this file's folder.",
  ),
  network: optional(
    z.strictObject({
      allow: optional(
        z.union([z.boolean(), texts]),
        "true, false, or the hosts that can be reached: `[example.com, '*.github.com']`.",
      ),
    }),
    "The network.",
  ),
  env: optional(
    z.strictObject({ deny: optional(texts, "Globs of variables that it does not get.") }),
    "Environment variables.",
  ),
});

/** A wrapper that is more than its pattern. */
export const wrapperSchema = z.strictObject({
  pattern: z.string().register(descriptions, {
    description: "A pattern with `<cmd>` in it: `mise exec -- <cmd>`.",
  }),
  at_least: optional(
    z.enum(["pass", "ask", "deny"]),
    "The verdict is at least this strict, for launchers that raise rights; `pass`: what it runs may be another program of that name, so that its verdict counts only to tighten.",
  ),
  itself: optional(
    z.boolean(),
    "What it captures are words of the same command, judged without the options in front, and only to tighten: `git <opts:-C> <cmd>`.",
  ),
  folder: optional(
    texts,
    "Flags whose value is the folder that it runs the command in: `[-C, --chdir]`.",
  ),
  behind: optional(
    texts,
    'The command is what stands behind one of these texts in a word, as far as the next quote where the text ends with one: `["!", \'system("\']`.',
  ),
  appends: optional(z.boolean(), "It adds words of its own to the command, as `xargs` does."),
  joins: optional(z.boolean(), "It runs its words as one shell text, as `eval` and `ssh` do."),
});

/** How a variable's values are compared. */
export const variableTypes = ["literal", "path", "pattern"] as const;

const variableType = optional(
  z.enum(variableTypes),
  "How the values are compared: as texts, as places, or as patterns. Unset: `literal`.",
);

const variableValue = z.string().register(descriptions, { description: "The value." });

/** A variable. */
export const variableSchema = z.strictObject({
  type: variableType,
  values: z.array(z.union([text, z.strictObject({ type: variableType, value: variableValue })]))
    .register(descriptions, { description: "The values, some with a type of their own." }),
});

/** Names that patterns refer to. */
export const definitionsSchema = z.strictObject({
  paths: optional(
    z.record(text, texts),
    "Lists of paths and globs, for `<path:name>`. Relative ones start from this file's folder.",
  ),
  sandbox: optional(z.record(text, presetSchema), "Sandbox presets by name."),
  wrappers: optional(
    z.array(z.union([text, wrapperSchema])),
    "Launchers, whose inner command is judged: `sudo <cmd>`.",
  ),
  vars: optional(z.record(text, variableSchema), "Values by name, for `<var:name>`."),
  flag_groups: optional(
    z.record(text, text),
    "Flags by name, for `<flag:name>`: `-f|--field|-F|--raw-field *`.",
  ),
  aliases: optional(
    z.record(text, z.union([text, texts])),
    "Beginnings of commands by name: a rule that begins with the name is about all of them.",
  ),
  long_flags: optional(
    z.record(text, text),
    "The long flag of a letter, for `<flags:…>`: `r: --recursive`.",
  ),
});

/** The audit log. */
export const auditSchema = z.strictObject({
  enabled: optional(z.boolean(), "Whether a log is written. Unset: true."),
  path: optional(text, "The folder of the log. Unset: `$XDG_DATA_HOME/usher/audit`."),
  rotation: optional(
    z.strictObject({
      retention_days: optional(
        z.int().check(z.minimum(0), z.maximum(36_500)),
        "How many days a file of the log is kept. Unset: 7.",
      ),
    }),
    "When old files go.",
  ),
  redact: optional(z.boolean(), "Whether what looks like a secret is masked. Unset: true."),
  export: optional(z.enum(["otlp"]), "Where else the records go."),
});

/** Tests of the whole configuration. */
export const testsSchema = z.strictObject({
  extends: optional(texts, "More configurations, that are read only when tests are run."),
  cases: optional(z.array(testSchema), "What the configuration has to say about some commands."),
});

/** What is said of commands that are not on PATH. */
export const commandCheckSchema = z.strictObject({
  enabled: optional(z.boolean(), "Whether it is on."),
  action: optional(z.enum(["ask", "deny"]), "The verdict on such a command. Unset: `ask`."),
  ignore: optional(texts, "Command names that it does not look up."),
});

/** What may still change. */
export const experimentalSchema = z.strictObject({
  require_command_in_path: optional(
    commandCheckSchema,
    "A verdict on commands that no rule speaks of and that are not found in `PATH`.",
  ),
});

/** A whole file, but for the `x-*` keys, which may hold anything. */
export const configurationSchema = z.strictObject({
  disable: optional(texts, "Ids of rules to switch off: `builtin:history/stash-drop`."),
  except: optional(
    z.record(text, texts),
    "Patterns where a rule does not apply, by the rule's id.",
  ),
  required_usher_version: optional(text, "The versions of usher that read this file: `>=0.1`."),
  required_runok_version: optional(text, "The versions of runok that read this file."),
  builtin: optional(z.boolean(), "Whether the built-in rules count. Unset: true."),
  extends: optional(
    texts,
    "Configurations to begin with: `./team.yml`, `builtin:NAME`, `github:owner/repo/path@v1`.",
  ),
  defaults: optional(defaultsSchema, "What applies where no rule does."),
  rules: optional(z.array(ruleSchema), "The rules. The strictest that matches wins."),
  definitions: optional(definitionsSchema, "Names that patterns refer to."),
  audit: optional(auditSchema, "The log. Counts only in your own configuration."),
  tests: optional(testsSchema, "Tests of the whole configuration, for `usher test`."),
  experimental: optional(experimentalSchema, "What may still change."),
}).register(descriptions, {
  title: "usher configuration",
  description: "Rules for what coding agents may run: usher.yml.",
  patternProperties: { "^x-": { description: "Notes of your own; usher does not read them." } },
});

/** The data of a rule of the right form. */
export type RuleData = z.output<typeof ruleSchema>;

/** The data of a sandbox preset of the right form. */
export type PresetData = z.output<typeof presetSchema>;

/** The data of an inline test of the right form. */
export type TestData = z.output<typeof testSchema>;
