export { finishedStates, listOpenOrders, listOpenStatements, type Piece, type PieceSource, readPieces } from './pieces.ts'
