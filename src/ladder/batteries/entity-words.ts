/** Names that sound like products, places and people and belong to none that we know of. */
export const entityWords: readonly string[] =
  `aldermoor amberwick arrowfen ashgrove balsamo barleyford bellhaven birchline bluemarsh bramwell brightcove briarton
  calderon cedarwick chalkstone cinderhall clearwater cobbleton copperline corvane coveside crestline crowfield dalewick
  dawnfield deepford driftmark duskwood eastmere ebbrook elderfen elmstead emberly fairhollow farrowby fenwright fernleigh
  fieldmark flintlock foxmoor frostgate galewood garnetby gladebrook goldfinch graniton greyhaven hallowick harrowgate
  hawkridge hazelton heatherby hillmark hollowby holtwood inkwell ironbrook ivorgate jasperton juniperly kelmore kestrelby
  kingsfen kirkwood lambton larkspur laurelby leafmoor lindale linwick lochwood lunaris lyndhurst maplewick marlowe
  marshgate meadowby merriton millbrook mistral moorfield mosswick nettleby newlyn nightmere northwick oakhurst oldbury
  orchardly ottermere owlstone palewood pebbleton pennywick pinecrest plumfield ploverly quarryman quillmark quinby
  ravenhurst redmarsh reedham ridgeline rivenhall rookwood rosemere rowanby rushford saltmarsh sandholm seabrook sedgewick
  selwyn shadowell silverfen skylark slatehurst snowdon southmere sparrowby springholt starling stonewick summerby
  sutherby swiftwell sycamor tallowby tarnside teasel thistledown thornbury tidewell timberly torvald tremaine umberly
  undercliff valerian vellumby verdana wakefield walnutby waverly westholm wheatley whitcombe willowby windermark winslow
  withering wolfsdale woodmere wrenfield yarrowby yewdale zephyrine`.split(/\s+/)

/** Programs that only look, for slots that take a command. */
export const readOnlyPrograms: readonly string[] =
  'lscpu lsblk nproc lsusb lspci locale tty logname arch mpstat lsmod hostnamectl timedatectl users iostat lsns lslocks lsmem findmnt blkid getconf nstat pidstat slabtop sensors numactl udevadm ethtool nmcli resolvectl'.split(
    ' ',
  )

/** Commands that read or destroy, for prompts that mention one and want none run. */
export const mentionedCommands: readonly string[] = [
  'rm -rf /',
  'chmod 777 /srv',
  'dd if=/dev/zero of=/dev/sda',
  'kill -9 1',
  'netstat -s',
  'df -i',
  'ps aux',
  'tail -f /var/log/messages',
  'grep -r password /home',
  'find / -name core',
  'curl -I http://intranet.example',
  'systemctl stop sshd',
]
