export { version } from '../adapters/version.js'
