/** Commands that take a secret under a flag whose name does not say so. */

/** How a command takes secrets. Flags with their dash. */
export interface SecretTool {
  /** Only when one of these words is there too: `docker … login`. */
  readonly with?: string;
  /** Flags whose next word is a secret. */
  readonly next?: readonly string[];
  /** Flags with the secret right behind them: `-pSECRET`. */
  readonly joined?: readonly string[];
  /** Flags whose value is `user:secret`, as the next word or right behind. */
  readonly userAnd?: readonly string[];
  /** Between user and secret. @default ":" */
  readonly separator?: string;
}

/** The table: names of commands, what they take. */
const table: readonly (readonly [string, SecretTool])[] = [
  [
    "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlslap mysqlpump mycli " +
    "mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check",
    { joined: ["-p"] },
  ],
  ["mysqlsh mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat", {
    next: ["-p"],
    joined: ["-p"],
  }],
  ["redis-cli valkey-cli keydb-cli", { next: ["-a"], joined: ["-a"] }],
  ["sshpass", { next: ["-p"], joined: ["-p"] }],
  ["curl curlie", { userAnd: ["-u", "--user", "-U", "--proxy-user"], next: ["--oauth2-bearer"] }],
  ["http https xh xhs", { userAnd: ["-a", "--auth"] }],
  ["ab siege wrk hey", { userAnd: ["-A", "-a", "-P"] }],
  ["lftp", { userAnd: ["-u", "--user"], separator: "," }],
  ["smbclient rpcclient smbget", { userAnd: ["-U", "--user"], separator: "%" }],
  ["docker podman nerdctl buildah skopeo helm oras crane regctl az acr cf oc", {
    with: "login",
    next: ["-p"],
    joined: ["-p"],
  }],
  ["skopeo podman buildah", { userAnd: ["--creds", "--src-creds", "--dest-creds"] }],
  ["gh", { with: "secret", next: ["-b", "--body"] }],
  ["7z 7za 7zr 7zz rar unrar", { joined: ["-p", "-hp"] }],
  ["zip unzip zipcloak", { next: ["-P"], joined: ["-P"] }],
  ["openssl", { next: ["-k", "-K", "-hmac", "-macopt"] }],
  ["ssh-keygen", { next: ["-N", "-P"] }],
  ["ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd ldapcompare", {
    next: ["-w"],
    joined: ["-w"],
  }],
  ["ldappasswd", { next: ["-s", "-a"] }],
  ["sqlcmd bcp osql isql tsql", { next: ["-P"], joined: ["-P"] }],
  ["security", { next: ["-w", "-p", "-P"] }],
  ["net", { with: "ads", userAnd: ["-U"], separator: "%" }],
];

const byName = new Map<string, SecretTool[]>();
for (const [names, tool] of table) {
  for (const name of names.split(" ")) byName.set(name, [...(byName.get(name) ?? []), tool]);
}

/** What a command, named without its folder, takes; empty for most. */
export function secretTools(name: string): readonly SecretTool[] {
  return byName.get(name) ?? [];
}

/** Commands that run the command in their arguments. */
const launchers = new Set([
  ..."sudo doas su env time nice ionice nohup exec command builtin timeout setsid stdbuf".split(
    " ",
  ),
  ..."unbuffer xargs parallel watch caffeinate strace ltrace faketime chroot nsenter".split(" "),
  ..."unshare bwrap firejail docker docker-compose podman nerdctl kubectl oc vagrant ssh".split(
    " ",
  ),
  ..."mosh then do else if while until ! {".split(" "),
]);

/** Whether a command may run another that stands among its arguments. */
export function isLauncher(name: string): boolean {
  return launchers.has(name);
}

/** Whether the word after this one is a text that a shell runs: `sh -c`, `eval`, `usher exec --`. */
export function takesScript(word: string): boolean {
  return /^(?:-[a-zA-Z]{0,4}c|--|--command|-Command|eval)$/.test(word);
}
