/** A lifecycle as a table: its states, and for each verb its transitions, the role that may use it, and the deadline. */
export interface Lifecycle<State extends string, Verb extends string, Role extends string> {
  /** The possible states of a new row. */
  initial: readonly State[]
  states: Record<State, { label: string; final?: true }>
  verbs: Record<Verb, LifecycleTransition<State, Role>>
}

export interface LifecycleTransition<State extends string, Role extends string> {
  from: readonly State[]
  to: State
  by: readonly Role[]
  /** The label of its button. */
  label: string
  /** For transitions by time: hours after entering the state. */
  afterHours?: number
}

/** Defines a lifecycle. A transition to an unknown state is a type error. */
export function defineLifecycle<const State extends string, const Verb extends string, const Role extends string>(table: {
  initial: readonly NoInfer<State>[]
  states: Record<State, { label: string; final?: true }>
  verbs: Record<Verb, LifecycleTransition<NoInfer<State>, Role>>
}): Lifecycle<State, Verb, Role> {
  return table
}

export type StateOf<L> = L extends Lifecycle<infer State, string, string> ? State : never
export type VerbOf<L> = L extends Lifecycle<string, infer Verb, string> ? Verb : never

export const keysOf = <K extends string>(record: Record<K, unknown>): [K, ...K[]] => Object.keys(record) as [K, ...K[]]

/** The verbs that a role may use in a state. Conditions that need data (stock, credit, deadlines) are checked by the verb itself. */
export function listAllowedVerbs<S extends string, V extends string, R extends string>(table: Lifecycle<S, V, R>, state: S, role: R): V[] {
  return keysOf(table.verbs).filter((verb) => table.verbs[verb].from.includes(state) && table.verbs[verb].by.includes(role))
}

/** Checks a table: every state can be reached, final states have no transitions, all others have one. */
export function findLifecycleErrors<S extends string, V extends string, R extends string>(table: Lifecycle<S, V, R>): string[] {
  const moves = Object.values<LifecycleTransition<S, R>>(table.verbs)
  const reached = new Set<S>(table.initial)
  for (let size = -1; size !== reached.size; ) {
    size = reached.size
    for (const move of moves) if (move.from.some((state) => reached.has(state))) reached.add(move.to)
  }
  return keysOf(table.states).flatMap((state) => {
    const exits = moves.some((move) => move.from.includes(state))
    const final = table.states[state].final === true
    return [
      ...(reached.has(state) ? [] : [`${state} can never be reached`]),
      ...(final && exits ? [`${state} is final but has a way out`] : []),
      ...(!final && !exits ? [`${state} is a dead end but not final`] : []),
    ]
  })
}

/** The table as a Mermaid diagram, for the documents. */
export function renderLifecycleAsMermaid<S extends string, V extends string, R extends string>(table: Lifecycle<S, V, R>): string {
  const begins = table.initial.map((state) => `  [*] --> ${state}`)
  const names = keysOf(table.states).map((state) => `  ${state}: ${state} ${table.states[state].label}`)
  const arrows = keysOf(table.verbs).flatMap((verb) => {
    const { from, to, label } = table.verbs[verb]
    return from.map((state) => `  ${state} --> ${to}: ${verb} ${label}`)
  })
  return ['stateDiagram-v2', ...names, ...begins, ...arrows].join('\n')
}
