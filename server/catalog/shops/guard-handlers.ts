import type { Caller, Staff } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'

type AnyHandler = (input: never, context: never) => Promise<unknown>
type Check = (input: object, context: Pick<Context<Caller & Staff>, 'db' | 'caller'>) => Promise<void>

/** Makes each of some handlers of the console check its call before it answers. What the check refuses, the call refuses. */
export const addCheckToConsoleHandlers = <Group extends Record<string, AnyHandler>>(handlers: Group, check: Check): Group =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (input: never, context: never) => {
        await check(input, context)
        return handle(input, context)
      },
    ]),
  ) as Group
