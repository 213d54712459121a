import './api/storage-fallback.ts'
import { readEmbeddedWords, sendFirstRequests } from './app/first-requests.ts'

// Inlined in the built page: replaces blocked storage and sends the first requests before any file is loaded.
sendFirstRequests(readEmbeddedWords())
