import { hash } from 'node:crypto'
import type { Hash } from '../ports.js'

/** SHA-256 of the host, ten times as fast as one in JavaScript. */
export const hostHash: Hash = (content) => hash('sha256', content, 'hex')
