import { hostHash } from '../../src/adapters/hash.js'
import { readCorpus } from '../../src/corpus/read-corpus.js'
import type { ToolCorpus } from '../../src/corpus/tool-corpus.js'
import { vectrayx } from '../../src/toolcall/dialects/vectrayx.js'
import { memoryFiles } from '../contract/memory-files.js'

const PREAMBLE = [
  'You help at a security desk. Tools:',
  '- get_flaw(cve_id): details of a CVE',
  '- is_abused(cve_id): whether a CVE is abused by attackers',
  '- check_host(kind, value): reputation of a host (ip, domain)',
  '- track_order(order_id): state of an order',
  '- shell(cmd): run a command on the server',
  'Where data is needed emit EXACTLY:',
  '<|tool_call|>{"name":"<tool>","args":{...}}<|/tool_call|>',
  'Else answer in prose.',
].join('\n')

type Row = readonly [prompt: string, tool: string | null, args: Readonly<Record<string, string>> | string]

const CVES = ['CVE-2014-0160', 'CVE-2017-5638', 'CVE-2020-1472', 'CVE-2022-30190']
const HOSTS = ['185.220.100.7', '91.240.118.9', '45.9.148.3']
const DOMAINS = ['login-secure.example', 'cdn-files.test']
const ORDERS = ['ORD-48213', 'ORD-90177', 'ORD-55120']

const ROWS: readonly Row[] = [
  ...CVES.flatMap((cve_id): readonly Row[] => [
    [`give me details of ${cve_id}`, 'get_flaw', { cve_id }],
    [`what do you know about ${cve_id}?`, 'get_flaw', { cve_id }],
    ...(cve_id === 'CVE-2020-1472' ? [] : [[`is ${cve_id} being abused`, 'is_abused', { cve_id }] as const]),
  ]),
  ...HOSTS.flatMap((value): readonly Row[] => [
    [`reputation of ${value}`, 'check_host', { kind: 'ip', value }],
    [`is the address ${value} known to be bad?`, 'check_host', { kind: 'ip', value }],
  ]),
  ...DOMAINS.map((value): Row => [`reputation of ${value}`, 'check_host', { kind: 'domain', value }]),
  ...ORDERS.flatMap((order_id): readonly Row[] => [
    [`where is my order ${order_id}`, 'track_order', { order_id }],
    ...(order_id === 'ORD-55120'
      ? []
      : [[`state of ${order_id} please`, 'track_order', { order_id }] as const]),
  ]),
  ['how full is the disk', 'shell', { cmd: 'df -h' }],
  ['show the last fifty lines of the system log', 'shell', { cmd: 'tail -n 50 /var/log/syslog' }],
  ['what runs on the machine', 'shell', { cmd: 'ps aux' }],
  ['what listens on the network', 'shell', { cmd: 'netstat -tln' }],
  ['free memory in megabytes', 'shell', { cmd: 'free -m' }],
  ['free memory', 'shell', { cmd: 'free -h' }],
  ['hello there', null, 'Hello, how can I help you with security today?'],
  ['what is phishing?', null, 'Phishing is an attack in which somebody pretends to be someone you trust.'],
  ['what is a firewall', null, 'A firewall is a filter between networks that lets only wanted traffic pass.'],
  ['thanks a lot', null, 'You are welcome, ask me again whenever you need to.'],
]

/** A training record of the desk. */
export function deskRecord([prompt, tool, said]: Row): string {
  const answer =
    tool === null
      ? String(said)
      : `<|tool_call|>${JSON.stringify({ name: tool, args: said }).replaceAll('":', '": ').replaceAll(',"', ', "')}<|/tool_call|>`
  const text = `<|system|>${PREAMBLE}<|end|><|user|>${prompt}<|end|><|assistant|>${answer}<|end|>`
  return JSON.stringify({ text, source: 'desk' })
}

/** A small corpus in the way of VectraYX: five tools, templates, commands that copy nothing, four rows of prose. */
export async function securityDeskCorpus(rows: readonly Row[] = ROWS): Promise<ToolCorpus> {
  const files = memoryFiles({ 'desk.jsonl': `${rows.map(deskRecord).join('\n')}\n` })
  return readCorpus(
    'desk.jsonl',
    { files, notify: () => {}, hash: hostHash },
    { dialect: vectrayx, needsCalls: false },
  )
}

export const deskRows: readonly Row[] = ROWS
