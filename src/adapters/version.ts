import packageJson from '../../package.json' with { type: 'json' }

/** Version of this package; part of every stored result. */
export const version: string = packageJson.version
