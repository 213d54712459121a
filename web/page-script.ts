import { readEmbeddedWords, sendFirstRequests } from './app/first-requests.ts'

// Inlined in the page: sends the first requests before any file is loaded.
sendFirstRequests(readEmbeddedWords())
