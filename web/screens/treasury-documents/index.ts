export { useDocumentQueue, uploadOutcome } from './document-queue.tsx'
