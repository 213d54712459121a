export { OwnRounds } from './own-rounds.tsx'
