import type { CrashCheck } from '#bench/crash/calls/findings.ts'

/** A fault of the program, as one replacement in one file. */
export interface ProgramFault {
  file: string
  /** What the fault replaces; it is there once. */
  sound: RegExp
  faulty: string
  /** What is added to the end of the file besides. */
  also?: string
  /** The checks that see it. Another finding does not count as finding it. */
  foundBy: readonly CrashCheck[]
}

/** A source file with the fault in it. Throws if the file does not contain what the fault replaces. */
export function plantIntoSource(source: string, { file, sound, faulty, also = '' }: ProgramFault): string {
  if (!sound.test(source)) throw new Error(`${file} does not contain what the fault replaces`)
  return source.replace(sound, faulty) + also
}
