import net from 'node:net'
import { createWireMessageReader } from '#bench/wire-messages.ts'
import { toDatabaseSocketAddress } from '#server/platform/testing/database-proxy.ts'
import type { SeededRandom } from '#server/platform/testing/random.ts'

/** How often connections were cut at a commit, and how many commits went through. */
export interface CommitCuts {
  commits: number
  /** Cut before the database received the commit: nothing was done. */
  before: number
  /** Cut after the database had answered that it was committed, and before the server received that. */
  after: number
}

/** A proxy between servers and their database that cuts connections at the worst moment. */
export interface CommitProxy {
  /** The URL of a role of the same database, through the proxy. */
  through(url: string): string
  cuts(): CommitCuts
  /** Whether connections are cut from now on. At first they are not. */
  setCutting(yes: boolean): void
  stop(): void
}

/** Of the commits that are cut, one in so many before the database has it. */
const BEFORE = 3
const COMMIT = 'commit\0'

type Mark = 'after' | undefined

interface Pair {
  server: net.Socket
  database: net.Socket
}

interface State {
  counted: CommitCuts
  cutting: boolean
  every: number
  random: SeededRandom
}

const destroyBoth = ({ server, database }: Pair): void => {
  server.resetAndDestroy()
  database.destroy()
}

/** Watches the commits of one connection in both directions, and cuts it at some of them. */
function watchCommits(pair: Pair, state: State): void {
  const { server, database } = pair
  const { counted, random } = state
  let mark: Mark
  let cut: 'before' | 'after' | undefined
  const onAsked = createWireMessageReader(
    (type, payload) => {
      if (type !== 'Q' || payload.toString('latin1').toLowerCase() !== COMMIT) return
      counted.commits++
      if (!state.cutting || random.below(state.every) !== 0) return
      if (random.below(BEFORE) === 0) cut = 'before'
      else mark = 'after'
    },
    { untypedFirst: true },
  )
  const onAnswered = createWireMessageReader(
    (type, payload) => {
      if (mark && type === 'C' && payload.toString('latin1').startsWith('COMMIT')) cut = 'after'
      // The transaction had failed, so its commit was a rollback.
      if (type === 'Z') mark = undefined
    },
    { untypedFirst: false },
  )
  const passOrCut = (chunk: Buffer, to: net.Socket) => {
    if (cut === undefined) return void to.write(chunk)
    counted[cut]++
    cut = undefined
    destroyBoth(pair)
  }
  server.on('data', (chunk: Buffer) => {
    onAsked(chunk)
    passOrCut(chunk, database)
  })
  database.on('data', (chunk: Buffer) => {
    onAnswered(chunk)
    passOrCut(chunk, server)
  })
}

/** Starts it on loopback, in front of the database of a URL, which may die and come back. One commit in `every` is cut. */
export async function startCommitProxy(target: string, every: number, random: SeededRandom): Promise<CommitProxy> {
  const address = toDatabaseSocketAddress(target)
  const state: State = { counted: { commits: 0, before: 0, after: 0 }, cutting: false, every, random }
  const pairs = new Set<Pair>()
  const listener = net.createServer((server) => {
    const pair = { server, database: net.connect(address) }
    pairs.add(pair)
    watchCommits(pair, state)
    for (const [one, other] of [
      [pair.server, pair.database],
      [pair.database, pair.server],
    ] as const) {
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as net.AddressInfo
  return {
    through(url) {
      const own = new URL(url)
      own.hostname = '127.0.0.1'
      own.port = String(port)
      return own.toString()
    },
    cuts: () => state.counted,
    setCutting(yes) {
      state.cutting = yes
    },
    stop() {
      listener.close()
      for (const pair of pairs) destroyBoth(pair)
    },
  }
}
