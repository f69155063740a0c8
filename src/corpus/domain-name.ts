/**
 * Whether a text with dots is the name of a host rather than a file, a version or a method: its last label is a
 * top-level domain. Country codes that are also endings of files (`.py`, `.sh`, `.md`) count from three labels on.
 */
export function isDomain(text: string): boolean {
  if (text.length > 253) return false
  const labels = text.toLowerCase().split('.')
  if (labels.length < 2 || labels.some((label) => label === '' || label.length > 63)) return false
  const last = labels.at(-1) as string // there are two labels at least
  if (FILE_ENDINGS.has(last)) return labels.length > 2 && last.length === 2
  return TOP_LEVEL.has(last) || /^[a-z]{2}$/.test(last) || last.startsWith('xn--')
}

/** Generic top-level domains that are met often, those of RFC 2606 and 6761, and those of private networks. */
const TOP_LEVEL: ReadonlySet<string> = new Set(
  (
    'com org net edu gov mil int info biz name pro mobi aero coop museum jobs tel travel cat asia post ' +
    'app dev page web cloud online site website store shop blog tech space live life world today news media agency ' +
    'digital network systems solutions services company group team email zone center support software security host ' +
    'hosting press click link top xyz club icu vip win bid loan work works fun games game stream download date review ' +
    'trade science party accountant faith cricket racing men ninja guru expert academy school university education ' +
    'health care clinic bank finance money cash credit insurance legal law attorney consulting design studio photo ' +
    'photos pics video audio music art film tv radio travel tours hotel restaurant cafe bar pub pizza fit run bike ' +
    'car cars auto house homes land estate properties garden farm green eco energy solar build construction tools ' +
    'supply parts repair rocks cool wtf lol sexy porn xxx adult dating love family kids baby gift gifts toys shoes ' +
    'fashion style clothing jewelry beauty hair skin google amazon microsoft apple example test invalid localhost ' +
    'local lan internal intranet corp home onion arpa zip mov'
  ).split(' '),
)

/** Endings of files; those of two letters are countries as well. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  (
    'py sh md rs pl so cc ps ai ml mk pm ts vb js go rb kt lua php html htm css json yml yaml xml csv tsv txt log conf ' +
    'cfg ini toml lock bak tmp old orig pcap pcapng exe dll sys bin iso img dmg deb rpm apk jar war tar gz tgz bz2 xz ' +
    'rar zst doc docx xls xlsx ppt pptx pdf odt png jpg jpeg gif svg bmp ico mp3 mp4 avi mkv wav db sqlite sql bat ' +
    'cmd vbs psm1 ps1 key pem crt cer csr pfx p12 pub java class cpp hpp h c cs swift scala sock pid service socket ' +
    'timer env local.conf out err dump core swp lnk reg evtx msi'
  ).split(' '),
)
