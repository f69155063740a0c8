import type { ShellCommand } from './shell-words.js'

/** Programs that destroy, stop or change something whatever they are given. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `rm rmdir shred unlink mkfs fdisk parted sfdisk wipefs mkswap dd kill pkill killall shutdown reboot halt poweroff init
  userdel usermod useradd groupdel passwd chpasswd chmod chown chgrp mv truncate iptables nft visudo eval exec mount umount
  insmod rmmod swapoff`.split(/\s+/),
)

/** Programs that do so with one of these words. */
const WITH_WORDS: Readonly<Record<string, RegExp>> = {
  find: /^-(?:delete|exec|execdir|ok|okdir)$/,
  systemctl: /^(?:stop|disable|mask|restart|kill|reboot|poweroff|halt|isolate)$/,
  service: /^(?:stop|restart)$/,
  crontab: /^-r$/,
  ufw: /^(?:disable|reset|delete|deny|allow)$/,
  git: /^(?:push|reset|clean|rebase|checkout|branch|stash)$/,
  docker: /^(?:rm|rmi|prune|kill|stop|restart|down)$/,
  kubectl: /^(?:delete|drain|scale|apply|replace)$/,
  apt: /^(?:remove|purge|autoremove|install|upgrade)$/,
  'apt-get': /^(?:remove|purge|autoremove|install|upgrade|dist-upgrade)$/,
  yum: /^(?:remove|erase|install|update)$/,
  dnf: /^(?:remove|erase|install|update|upgrade)$/,
  pip: /^(?:install|uninstall)$/,
  npm: /^(?:install|uninstall|publish)$/,
  sed: /^(?:-i.*|--in-place.*)$/,
  ip: /^(?:del|delete|flush|add|set)$/,
  sysctl: /^-w$/,
  xargs: /^(?:rm|kill|shred|chmod|chown|mv)$/,
  tee: /^[^-]/,
}

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])
const HARMLESS_TARGETS = /^(?:\/dev\/(?:null|stdout|stderr)|&?\d|-)$/

/** What in these commands destroys or changes something; nothing is run to find out. */
export function destructiveParts(commands: readonly ShellCommand[]): readonly string[] {
  const found: string[] = []
  for (const [index, { program, words, redirections, connector }] of commands.entries()) {
    const base = baseName(program)
    if (PROGRAMS.has(base) || base.startsWith('mkfs.')) found.push(base)
    const pattern = Object.hasOwn(WITH_WORDS, base) ? WITH_WORDS[base] : undefined
    const word = pattern === undefined ? undefined : words.find((one) => pattern.test(one))
    if (word !== undefined) found.push(`${base} ${word}`)
    const next = commands[index + 1]
    if (connector === '|' && next !== undefined && SHELLS.has(baseName(next.program))) {
      found.push(`${base} into ${baseName(next.program)}`)
    }
    for (const { operator, target } of redirections) {
      if (operator.includes('>') && !HARMLESS_TARGETS.test(target)) found.push(`${operator} ${target}`)
    }
  }
  return [...new Set(found)]
}

export function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}
