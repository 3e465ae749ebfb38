/**
 * Owns the protocol of the robot of a group in 企业微信.
 * Writes no table.
 * Never decides what a group is told.
 */

export { createWecomRobot, type WecomRobot } from './wecom-robot.ts'
