import { createRequire } from 'node:module'
import type { Browser } from '@playwright/test'
import { memoryOfTree, type ProcessMemory } from './process-memory.js'

export interface OpenBrowser {
  readonly browser: Browser
  /** Of all its processes. */
  memory(): ProcessMemory | undefined
  close(): Promise<void>
}

/** Read from where it is installed: it finds its own files and cannot be bundled. */
const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test') // by its name

/** Starts a browser whose processes can be looked at. */
export async function openBrowser(executable: string): Promise<OpenBrowser> {
  const server = await chromium.launchServer({ executablePath: executable, args: ['--no-sandbox'] })
  const browser = await chromium.connect(server.wsEndpoint())
  return {
    browser,
    memory: () => memoryOfTree(server.process().pid ?? 0),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
