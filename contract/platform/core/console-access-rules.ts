import { consoleCallsByPermission } from './console-access.ts'
import type { AccessRule } from './permissions.ts'
import type { StaffPermissionCode } from './staff-permissions.ts'

/** A staff call of the console, without its common prefix: 'order/list'. */
export type ConsoleCallPath = (typeof consoleCallsByPermission)[keyof typeof consoleCallsByPermission][number]

/** 'orderView read' → the access rule. */
function parseStaffAccess(permission: string): AccessRule {
  if (permission === 'staff') return permission
  const [staff, read] = permission.split(' ') as [StaffPermissionCode, string?]
  return read === undefined ? { staff } : { staff, read: true }
}

const accessRules = new Map<ConsoleCallPath, AccessRule>(
  Object.entries(consoleCallsByPermission).flatMap(([permission, paths]) =>
    paths.map((path) => [path, parseStaffAccess(permission)] as const),
  ),
)

/** The access rule of a call of the console by its path, without the schemas of all calls. Throws if there is no such call. */
export function getConsoleCallAccessRule(path: ConsoleCallPath): AccessRule {
  const needs = accessRules.get(path)
  if (!needs) throw new Error(`${path} is no call of the console`)
  return needs
}
