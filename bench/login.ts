import { hash } from '@node-rs/argon2'
import { measureThroughput, openApiConnection, percent, shown } from './clients.ts'
import type { LoadServer } from './cluster.ts'
import { readProcessCpuMs } from './processes.ts'
import { type LoadWorld, PASSWORD } from './world.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const AT_ONCE = 4

/** (c) Logging in, compared with only the password hash, which is slow on purpose. */
export async function benchLogin(server: LoadServer, world: LoadWorld, seconds: number): Promise<void> {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const limit = await measureThroughput(
    Array.from({ length: AT_ONCE }, () => async () => void (await hash(PASSWORD, cost))),
    seconds,
  )
  const before = readProcessCpuMs(server.pid())
  const workers = Array.from({ length: AT_ONCE }, (_, at) => {
    const line = openApiConnection(server.base)
    let turn = at
    return async () => {
      turn += AT_ONCE
      const buyer = world.buyers[turn % world.buyers.length]
      const { body } = await line.post('/api/user-api/api/security/login-by-mobile', { mobile: buyer?.mobile, pwd: PASSWORD })
      if (body.code !== 200) throw new Error(body.reason)
    }
  })
  const ours = await measureThroughput(workers, seconds)
  print('(c) logging in, 4 at once')
  print(
    `    mall     ${shown(ours)}   CPU per login: server ${Math.round((readProcessCpuMs(server.pid()) - before) / Math.max(1, ours.done))} ms`,
  )
  print(`    argon2id ${shown(limit)}`)
  print(`    mall / hash alone ${percent(ours.perSecond / limit.perSecond)}`)
}
