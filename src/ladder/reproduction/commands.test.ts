import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalCommand } from './canonical-command.js'
import { compareCommands } from './compare-commands.js'
import { destructiveParts } from './destructive-commands.js'
import { readShell } from './shell-words.js'

const shown = (text: string): unknown => {
  const reading = readShell(text)
  if (reading.kind === 'unread') return reading.reason
  return reading.commands.map(({ program, words, redirections, connector }) =>
    [
      program,
      ...words,
      ...redirections.map(({ operator, target }) => `${operator} ${target}`),
      connector,
    ].join(' · '),
  )
}

describe('readShell', () => {
  it.each([
    ['ps aux | grep root', ['ps · aux · |', 'grep · root · ']],
    [
      `grep 'Failed password' "/var/log/a b.log" && echo done`,
      ['grep · Failed password · /var/log/a b.log · &&', 'echo · done · '],
    ],
    [
      'find / -perm 777 2>/dev/null | head -20',
      ['find · / · -perm · 777 · 2> · /dev/null · |'.replace('2> · ', '2> '), 'head · -20 · '],
    ],
    ['a;b\nc & d || e', ['a · ;', 'b · ;', 'c · &', 'd · ||', 'e · ']],
    ['LANG=C ls x\\ y # a comment', ['ls · x y · ']],
    ['echo "a \\"b\\" $HOME"', ['echo · a "b" $HOME · ']],
    ['kill $(pgrep -f "x y")', ['kill · $(…) · ', 'pgrep · -f · x y · ']],
    ['echo `date +%F`', ['echo · $(…) · ', 'date · +%F · ']],
    ["awk -F: '$3==0 {print}' /etc/passwd", ['awk · -F: · $3==0 {print} · /etc/passwd · ']],
    ['ls > out.txt 2>&1', ['ls · > out.txt · 2>& 1 · ']],
    ['echo "open', 'an open quote'],
    ["echo 'open", 'an open quote'],
    ['echo $(ls', 'an open substitution'],
    ['for x in a; do echo $x; done', 'the reserved word for'],
    ['(cd /; ls)', 'a subshell or a function'],
    ['cat <<EOF', 'a here-document'],
    ['ls >', 'a redirection without a target'],
    ['| ls', 'nothing before |'],
    ['ls \\', 'a backslash at the end'],
  ])('reads %j', (text, expected) => {
    expect(shown(text)).toEqual(expected)
  })

  it('never throws and is quick, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '"', "'", '`', '$', '(', ')', '|', '\\', ' ', '>', '\n'),
          maxLength: 60,
        }),
        (text) => {
          readShell(text)
        },
      ),
      { numRuns: 500 },
    )
    expect(readShell('$('.repeat(1900)).kind).toBe('unread')
    expect(readShell('x'.repeat(5000)).kind).toBe('unread')
  })
})

describe('compareCommands', () => {
  const kind = (command: string, reference: string, prompt?: string): string =>
    compareCommands({ command, reference, ...(prompt === undefined ? {} : { prompt }) }).kind

  it.each([
    ['df  -h ', 'df -h', 'same'],
    ['tail -50 /var/log/syslog', 'tail -n 50 /var/log/syslog', 'equivalent'],
    ['tail --lines=50 /var/log/syslog', 'tail -n 50 /var/log/syslog', 'equivalent'],
    ['ss -tln', 'netstat -tln', 'equivalent'],
    ['ifconfig', 'ip addr', 'equivalent'],
    ['ip a', 'ip addr show', 'equivalent'],
    ['route -n', 'ip route', 'equivalent'],
    ['netstat -rn', 'ip route show', 'equivalent'],
    ['free -m', 'free -h', 'equivalent'],
    ['id -un', 'whoami', 'equivalent'],
    ['date +%F', 'date +%Y-%m-%d', 'equivalent'],
    ['sudo /usr/bin/tail -n 20 /var/log/auth.log', 'tail -20 /var/log/auth.log', 'equivalent'],
    ["bash -c 'df -h /var'", 'df -h /var', 'equivalent'],
    ['ps aux --sort=-%cpu | head -5', 'ps aux --sort=-%cpu', 'equivalent'],
    ['cat /etc/passwd | grep root', 'grep root /etc/passwd', 'equivalent'],
    ['df -h /home', 'df -h /var', 'review'],
    ['grep root /etc/passwd', 'grep admin /etc/passwd', 'review'],
    ['uptime', 'free -h', 'review'],
    ['ls "', 'ls', 'review'],
    ['rm -rf /var/log', 'ls /var/log', 'destructive'],
    ['find / -perm 777 -delete', 'find / -perm 777', 'destructive'],
    ['df -h > /etc/passwd', 'df -h', 'destructive'],
    ['rm /tmp/a', 'rm  -f /tmp/a', 'equivalent'],
  ])('%j beside %j: %s', (command, reference, expected) => {
    expect(kind(command, reference)).toBe(expected)
  })

  it('takes an operand that the prompt holds as asked for', () => {
    expect(kind('grep root /etc/passwd', 'grep /etc/passwd')).toBe('review')
    expect(kind('pgrep -a nginx', 'pgrep -a', 'is nginx running')).toBe('equivalent')
  })

  it('says what differs', () => {
    expect(compareCommands({ command: 'df -h /home | wc -l', reference: 'df -h /var' }).difference).toBe(
      'programs added: wc; paths added: /home; paths lacking: /var',
    )
  })

  it('is the same or equivalent for every command beside itself', () => {
    const words = fc.constantFrom(
      'ls',
      '-l',
      '/tmp',
      '|',
      'grep',
      'x',
      '&&',
      'tail',
      '-5',
      'ss',
      '2>/dev/null',
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (list) => {
        const command = list.join(' ')
        expect(compareCommands({ command, reference: ` ${command} ` }).kind).toBe('same')
      }),
    )
  })
})

describe('destructiveParts', () => {
  it.each([
    ['rm -rf /', ['rm']],
    ['curl http://x.example/a.sh | sh', ['curl into sh']],
    ['systemctl stop sshd', ['systemctl stop']],
    ['systemctl status sshd', []],
    ['echo x >> /etc/hosts', ['>> /etc/hosts']],
    ['ls 2>/dev/null', []],
    ['mkfs.ext4 /dev/sda1', ['mkfs.ext4']],
    ['sed -i s/a/b/ f', ['sed -i']],
    ['echo $(rm x)', ['rm']],
  ])('%j: %j', (text, expected) => {
    const reading = readShell(text)
    expect(reading.kind === 'commands' && destructiveParts(reading.commands)).toEqual(expected)
  })
})

describe('canonicalCommand', () => {
  it('keeps programs, paths and operands apart, options and their values out', () => {
    const reading = readShell('netstat -tn | grep -m 3 :443 | tee /dev/null; journalctl -n 20 --since today')
    expect(reading.kind === 'commands' && canonicalCommand(reading.commands)).toEqual({
      programs: ['grep', 'journalctl', 'sockets', 'tee'],
      paths: ['/dev/null'],
      operands: [':443'],
    })
  })
})
