import type { LaunchOptions } from '@playwright/test'

/** How a Chromium is started; that of Playwright itself where no program is named. */
export function launchOptionsFor(program: string | null): LaunchOptions {
  return {
    ...(program && { executablePath: program }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      // Names of the outside world lead nowhere, whatever a page asks for.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  }
}
