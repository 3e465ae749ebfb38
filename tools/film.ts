/**
 * `npm run film`: what people see, step by step at both widths, in dist/film/. Two parts, of which `-- --part NAME` takes one: `buying`, strips of
 * the main acts of a buyer in the demo; `opening`, the opening of an empty mall (e2e/opening.test.ts). With `-- --beside FOLDER` each screen stands
 * beside the picture that it was designed by, such as home-390.png. Build first.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '#e2e/browser.ts'
import { fixClockAndFonts } from '#e2e/fixed-page.ts'
import { openFixedTimeMall } from '#e2e/fixed-time-mall.ts'
import { createScreenInspector } from '#e2e/inspect.ts'
import { createTypedApiClients, logInBuyerByApi } from '#e2e/people.ts'
import { openPage, screenSizes } from '#e2e/test-mall.ts'
import { openScratchDatabase } from '#server/platform/testing/scratch-database.ts'
import { BUILD_OUTPUT_FOLDER } from './build.ts'
import { MAIN } from './demo/people.ts'
import { filmActs } from './film/acts.ts'
import { type Frame, readDesignPicture, renderFilmStrip } from './film/strip.ts'

const FOLDER = path.join(BUILD_OUTPUT_FOLDER, 'film')
const { values } = parseArgs({ options: { part: { type: 'string' }, beside: { type: 'string' } } })

async function filmBuying(): Promise<void> {
  const database = await openScratchDatabase()
  const mall = await openFixedTimeMall(database.appUrl)
  const browser = await launchBrowser()
  const stage = { browser, base: mall.base }
  const token = await logInBuyerByApi(mall, MAIN)
  const api = createTypedApiClients(mall, token)
  for (const { name, title, play } of filmActs) {
    for (const size of screenSizes) {
      const visited = await openPage(stage, { size, token, prepare: fixClockAndFonts })
      const { settle } = createScreenInspector(visited)
      const frames: Frame[] = []
      await play(
        visited,
        async (what, design) => {
          // The button behind a window stays busy.
          if ((await visited.page.getByRole('dialog').count()) === 0) await settle()
          frames.push({ what, design: await readDesignPicture(values.beside, design, size), picture: await visited.page.screenshot() })
        },
        api,
      )
      for (const problem of visited.problems) console.log(`${name} (${size}) ${problem}`)
      await visited.context.close()
      const strip = await renderFilmStrip(stage, { title, size, frames })
      writeFileSync(path.join(FOLDER, `${name}-${size}.webp`), strip)
      console.log(`dist/film/${name}-${size}.webp ${Math.round(strip.length / 1_000)} kB`)
    }
  }
  await browser.close()
  await mall.close()
  await database.close()
}

function filmOpening(): number {
  const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'e2e/vitest.config.ts', 'e2e/opening.test.ts'], {
    env: { ...process.env, FILM: FOLDER },
    stdio: 'inherit',
  })
  return status ?? 1
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
if (values.part !== 'opening') await filmBuying()
const status = values.part === 'buying' ? 0 : filmOpening()
if (status === 0) console.log(`The films are in ${FOLDER}.`)
// The process of the provider and idle connections would keep the process alive for a while.
process.exit(status)
