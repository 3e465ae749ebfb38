import type { Caller, Staff } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'

type AnyHandler = (input: never, context: never) => Promise<unknown>
type Check = (input: object, context: Pick<Context<Caller & Staff>, 'db' | 'caller'>) => Promise<void>

/** Makes some handlers of the console run a check before they answer. A refusal of the check refuses the call. */
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
