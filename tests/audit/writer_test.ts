import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { localDate, logFile, logFiles } from "../../src/audit/log_file.ts";
import { type AuditRecord, decisionRecord } from "../../src/audit/record.ts";
import { parseRecord } from "../../src/audit/record_parser.ts";
import { writeRecord } from "../../src/audit/writer.ts";
import type { AuditSettings } from "../../src/text/audit_settings.ts";
import type { HostFiles } from "../../src/text/host.ts";
import { diskFiles, memoryFiles, temporaryFolder, testHost } from "../host.ts";
import { part, settings, shellCall, verdict } from "./verdicts.ts";

const now = new Date("2026-03-04T12:00:00Z");
const today = logFile(settings.path, localDate(now)).path;
const unix = Deno.build.os !== "windows";

function record(command = "ls"): AuditRecord {
  return decisionRecord(verdict([part(command)]), shellCall(command), {
    endpointType: "hook",
    agent: null,
    surface: null,
    elapsedUs: 0,
    defaultAction: "pass",
    cwd: null,
    now,
  });
}

Deno.test("a record is appended to the file of the local day, in a private folder", () => {
  const files = memoryFiles();
  const host = testHost({ files, now });
  assert.equal(writeRecord(host, settings, record("ls")), true);
  assert.equal(writeRecord(host, settings, record("id")), true);
  assert.equal(
    files.text(today),
    `${JSON.stringify(record("ls"))}\n${JSON.stringify(record("id"))}\n`,
  );
  assert.equal(files.stat(settings.path)?.mode, 0o700);
  assert.equal(files.stat(today)?.mode, 0o600);
  assert.deepEqual([host.out, host.err], ["", ""]);
});

Deno.test("nothing is written when the log is switched off", () => {
  const files = memoryFiles();
  const host = testHost({ files, now });
  assert.equal(writeRecord(host, { ...settings, enabled: false }, record()), false);
  assert.deepEqual([files.list("/home"), host.err], [[], ""]);
});

Deno.test("secrets are masked, unless the settings say otherwise", () => {
  const files = memoryFiles();
  const host = testHost({ files, now });
  writeRecord(host, settings, record("tool --password hunter2"));
  assert.ok(!files.text(today)?.includes("hunter2"));
  writeRecord(host, { ...settings, redact: false }, record("tool --password hunter2"));
  assert.ok(files.text(today)?.includes("hunter2"));
});

/** What stands in the way, how, what is said; the folder is `FOLDER`, today's file `FILE`. */
const refusals:
  readonly (readonly [string, (files: ReturnType<typeof memoryFiles>) => void, string])[] = [
    ["the file is a link", (files) => files.link(today, "/home/me/.bashrc"), "FILE is a link"],
    ["the file is a folder", (files) => files.makeFolder(today, 0o700), "FILE is no regular file"],
    [
      "the file is a device",
      (files) => files.write(today, "", { kind: "other" }),
      "FILE is no regular file",
    ],
    [
      "the file is another user's",
      (files) => files.write(today, "", { uid: 1001 }),
      "FILE belongs to another user",
    ],
    [
      "the folder is another user's",
      (files) => files.write(settings.path, "", { kind: "directory", uid: 1001, mode: 0o755 }),
      "FOLDER belongs to another user",
    ],
    [
      "the folder is anybody's",
      (files) => files.makeFolder(settings.path, 0o777),
      "FOLDER can be written by every user",
    ],
    [
      "the folder is a file",
      (files) => files.write(settings.path, ""),
      "FOLDER is no folder",
    ],
    [
      "the folder is a link to another user's",
      (files) => {
        files.write("/tmp/log", "", { kind: "directory", uid: 1001, mode: 0o777 });
        files.link(settings.path, "/tmp/log");
      },
      "FOLDER belongs to another user",
    ],
    [
      "the folder is a link to nowhere",
      (files) => files.link(settings.path, "/none"),
      "FOLDER cannot be seen",
    ],
  ];
refusals.forEach(([name, prepare, said]) =>
  Deno.test(`nothing is written where ${name}`, () => {
    const files = memoryFiles({ "/home/me/.bashrc": "mine\n" });
    prepare(files);
    const host = testHost({ files, now });
    assert.equal(writeRecord(host, settings, record()), false);
    const what = said.replace("FOLDER", settings.path).replace("FILE", today);
    assert.equal(host.err, `usher: audit log: ${what}\n`);
    assert.equal(files.text("/home/me/.bashrc"), "mine\n");
  })
);

Deno.test("a folder of the user's own behind a link is used", () => {
  const files = memoryFiles();
  files.makeFolder("/data/log", 0o700);
  files.link(settings.path, "/data/log");
  assert.equal(writeRecord(testHost({ files, now }), settings, record()), true);
  assert.ok(files.text(`/data/log/${today.split("/").at(-1)}`)?.startsWith("{"));
});

const nowhere: readonly string[] = ["", "audit", "~/audit"];
nowhere.forEach((path) =>
  Deno.test(`without a home there is nowhere to write: ${JSON.stringify(path)}`, () => {
    const host = testHost({ now });
    assert.equal(writeRecord(host, { ...settings, path }, record()), false);
    assert.equal(host.err, "usher: audit log: there is no folder for it\n");
  })
);

/** What a write throws, what is said of it. */
const errors: readonly (readonly [Error, string])[] = [
  [new Error("No space left on device (os error 28): write '/a'"), "No space left on device"],
  [new Deno.errors.PermissionDenied("Permission denied (os error 13)"), "permission denied"],
  [new Error("one\ntwo"), "one"],
  [new Error("\x1b[31mred\u202e"), "\\x1b[31mred\\u{202e}"],
  [new Error("x".repeat(1000)), `${"x".repeat(300)}…`],
];
errors.forEach(([error, said]) =>
  Deno.test(`a write that fails is one line: ${said.slice(0, 30)}`, () => {
    const files: HostFiles = {
      ...memoryFiles(),
      append: () => {
        throw error;
      },
    };
    const host = testHost({ files, now });
    assert.equal(writeRecord(host, settings, record()), false);
    assert.equal(host.err, `usher: audit log: ${said}\n`);
  })
);

Deno.test("a log that cannot be written and nobody who hears of it is no error", () => {
  const host = testHost({ now, readers: false });
  assert.equal(writeRecord(host, { ...settings, path: "" }, record()), false);
});

/** Days kept, the files that are left besides today's. */
const kept: readonly (readonly [number, readonly string[]])[] = [
  [7, ["2026-02-25", "2026-03-03", "2026-12-31"]],
  [6, ["2026-03-03", "2026-12-31"]],
  [0, ["2026-12-31"]],
  [1e9, ["1999-01-01", "2026-02-24", "2026-02-25", "2026-03-03", "2026-12-31"]],
  [-1, ["1999-01-01", "2026-02-24", "2026-02-25", "2026-03-03", "2026-12-31"]],
  [NaN, ["1999-01-01", "2026-02-24", "2026-02-25", "2026-03-03", "2026-12-31"]],
];
const others = ["audit-2020-01-01.jsonl.gz", "audit-2020-1-1.jsonl", "notes.txt", "audit-.jsonl"];
kept.forEach(([retentionDays, expected]) =>
  Deno.test(`${retentionDays} days are kept when a new day begins`, () => {
    const days = ["1999-01-01", "2026-02-24", "2026-02-25", "2026-03-03", "2026-12-31"];
    const files = memoryFiles(Object.fromEntries([
      ...days.map((day) => [logFile(settings.path, day).path, "{}\n"]),
      ...others.map((name) => [`${settings.path}/${name}`, ""]),
    ]));
    const host = testHost({ files, now });
    writeRecord(host, { ...settings, retentionDays }, record());
    const left = logFiles(host, settings.path).map(({ date }) => date);
    assert.deepEqual(left, [...expected, localDate(now)].sort());
    assert.deepEqual(files.list(settings.path).filter((name) => others.includes(name)), others);
    assert.equal(host.err, "");
  })
);

Deno.test("old files go only when a day begins, and links are left", () => {
  const files = memoryFiles({ [today]: "{}\n", "/home/me/note": "mine" });
  files.write(logFile(settings.path, "2020-01-01").path, "{}\n");
  files.link(logFile(settings.path, "2020-01-02").path, "/home/me/note");
  const host = testHost({ files, now });
  writeRecord(host, settings, record());
  assert.equal(logFiles(host, settings.path).length, 3);
  files.remove(today);
  writeRecord(host, settings, record());
  assert.deepEqual(
    logFiles(host, settings.path).map(({ date }) => date),
    ["2020-01-02", localDate(now)],
  );
  assert.equal(files.text("/home/me/note"), "mine");
});

const dates: readonly (readonly [Date, number, string])[] = [
  [new Date(2026, 2, 4, 0, 0, 0), 0, "2026-03-04"],
  [new Date(2026, 2, 4, 23, 59, 59, 999), 0, "2026-03-04"],
  [new Date(2026, 2, 1), -1, "2026-02-28"],
  [new Date(2028, 2, 1), -1, "2028-02-29"],
  [new Date(2026, 0, 1), -1, "2025-12-31"],
  [new Date(2026, 2, 30, 0, 30), -1, "2026-03-29"],
];
dates.forEach(([time, days, expected]) =>
  Deno.test(`the local date ${days} days from ${expected}`, () => {
    assert.equal(localDate(time, days), expected);
  })
);

Deno.test("the day is the local one", async () => {
  const script = `import { localDate } from ${
    JSON.stringify(import.meta.resolve("../../src/audit/log_file.ts"))
  }; console.log(localDate(new Date("2026-03-04T23:30:00Z")));`;
  for (const [zone, expected] of [["Asia/Tokyo", "2026-03-05"], ["America/Lima", "2026-03-04"]]) {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-config", "--no-lock", script],
      env: { TZ: zone ?? "", NO_COLOR: "1" },
    }).output();
    assert.equal(new TextDecoder().decode(stdout).trim(), expected);
  }
});

Deno.test({
  name: "on a disk the folder and the file are private, and a read-only folder is said",
  ignore: !unix,
  fn() {
    using folder = temporaryFolder();
    const host = testHost({ files: diskFiles, now });
    const there: AuditSettings = { ...settings, path: `${folder.path}/data/audit` };
    assert.equal(writeRecord(host, there, record()), true);
    assert.equal(diskFiles.stat(there.path)?.mode, 0o700);
    assert.equal(diskFiles.stat(logFile(there.path, localDate(now)).path)?.mode, 0o600);

    Deno.writeTextFileSync(`${folder.path}/file`, "");
    const behindFile = { ...settings, path: `${folder.path}/file/audit` };
    assert.equal(writeRecord(host, behindFile, record()), false);
    assert.match(host.err, /^usher: audit log: .+\n$/);
  },
});

Deno.test({
  name: "a folder that may not be written is one line",
  // For root every folder may be written.
  ignore: !unix || Deno.uid() === 0,
  fn() {
    using folder = temporaryFolder();
    Deno.chmodSync(folder.path, 0o500);
    const host = testHost({ files: diskFiles, now });
    assert.equal(writeRecord(host, { ...settings, path: folder.path }, record()), false);
    assert.equal(host.err, "usher: audit log: permission denied\n");
    Deno.chmodSync(folder.path, 0o700);
  },
});

Deno.test({
  name: "a file system that takes nothing is one line",
  ignore: Deno.build.os !== "linux",
  fn() {
    const host = testHost({ files: diskFiles, now });
    assert.equal(writeRecord(host, { ...settings, path: "/proc/usher/audit" }, record()), false);
    assert.match(host.err, /^usher: audit log: .+\n$/);
  },
});

Deno.test({
  name: "a full disk is one line",
  ignore: Deno.build.os !== "linux",
  fn() {
    const files: HostFiles = {
      ...memoryFiles(),
      append: (_, text, mode) => diskFiles.append("/dev/full", text, mode),
    };
    const host = testHost({ files, now });
    assert.equal(writeRecord(host, settings, record()), false);
    assert.equal(host.err, "usher: audit log: No space left on device\n");
  },
});

Deno.test("20 processes write 50 records each, and none is lost or torn", async () => {
  using folder = temporaryFolder();
  const program = fileURLToPath(new URL("writer_program.ts", import.meta.url));
  const marks = Array.from({ length: 20 }, (_, index) => `writer-${index}`);
  const outputs = await Promise.all(marks.map((mark) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-config",
        "--no-lock",
        "--no-check",
        "-A",
        program,
        folder.path,
        "50",
        mark,
      ],
    }).output()
  ));
  for (const { success, stderr } of outputs) {
    assert.ok(success, new TextDecoder().decode(stderr));
  }
  const lines = logFiles(testHost({ files: diskFiles }), folder.path)
    .flatMap(({ path }) => Deno.readTextFileSync(path).split("\n"))
    .filter((line) => line !== "");
  const commands = lines.map((line) => {
    const record = parseRecord(line);
    assert.ok(record !== null && "action" in record, line.slice(0, 100));
    return record.command.split(" ").slice(1, 3).join(" ");
  });
  const expected = marks.flatMap((mark) => Array.from({ length: 50 }, (_, at) => `${mark} ${at}`));
  assert.deepEqual(commands.sort(), expected.sort());
});

Deno.test("the log's own folder and file are closed to others", () => {
  const files = memoryFiles();
  files.makeFolder(settings.path, 0o775);
  files.write(today, "", { mode: 0o666 });
  assert.ok(writeRecord(testHost({ files, now }), settings, record()));
  assert.equal(files.stat(today)?.mode, 0o600);
  const folder = settings.path.endsWith("/usher/audit") ? 0o700 : 0o775;
  assert.equal(files.stat(settings.path)?.mode, folder);
});

Deno.test("a folder that the user named keeps its mode", () => {
  const files = memoryFiles();
  files.makeFolder("/srv/logs", 0o755);
  assert.ok(writeRecord(testHost({ files, now }), { ...settings, path: "/srv/logs" }, record()));
  assert.equal(files.stat("/srv/logs")?.mode, 0o755);
});

Deno.test("a file with a second name is refused on the disk", { ignore: !unix }, () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/usher/audit`;
  const host = testHost({ files: diskFiles, now });
  const file = logFile(path, localDate(now)).path;
  Deno.mkdirSync(path, { recursive: true, mode: 0o755 });
  Deno.writeTextFileSync(file, "", { mode: 0o644 });
  assert.ok(writeRecord(host, { ...settings, path }, record()));
  assert.equal((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
  assert.equal((Deno.statSync(path).mode ?? 0) & 0o777, 0o700);
  Deno.linkSync(file, `${folder.path}/other`);
  assert.equal(writeRecord(host, { ...settings, path }, record()), false);
  assert.match(host.err, /has other names/);
});
