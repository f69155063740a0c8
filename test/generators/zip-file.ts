import { crc32, deflateRawSync } from 'node:zlib'

export interface Packed {
  readonly name: string
  readonly content: Uint8Array | string
  /** Uncompressed. */
  readonly stored?: boolean
  readonly mode?: number
  readonly flags?: number
  readonly method?: number
  readonly localName?: string
  readonly sizeBytes?: number
  readonly crc?: number
  /** The bytes as they are packed, whatever `content` is. */
  readonly packed?: Buffer
  /** Has no bytes of its own; its local header stands here, inside another file. */
  readonly within?: number
}

/** Writes a ZIP archive, faults included. */
export function zip(files: readonly Packed[], comment = ''): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const file of files) {
    const content = Buffer.from(file.content)
    const packed = file.packed ?? (file.stored ? content : deflateRawSync(content))
    const method = file.method ?? (file.stored ? 0 : 8)
    const local = Buffer.alloc(30)
    const localName = Buffer.from(file.localName ?? file.name)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(method, 8)
    local.writeUInt16LE(localName.length, 26)
    const name = Buffer.from(file.name)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(file.flags ?? 0, 8)
    head.writeUInt16LE(method, 10)
    head.writeUInt32LE(file.crc ?? crc32(content), 16)
    head.writeUInt32LE(packed.length, 20)
    head.writeUInt32LE(file.sizeBytes ?? content.length, 24)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38)
    head.writeUInt32LE(file.within ?? at, 42)
    central.push(head, name)
    if (file.within !== undefined) continue
    locals.push(local, localName, packed)
    at += 30 + localName.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)])
}
