/**
 * Node's module for HTTP. An `import` of it would also load Node's client for `fetch`, because that is behind some of its names: 16 MB
 * and 40 ms of every start.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
