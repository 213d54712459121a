import { readEmbeddedWords } from './api/embedded-words.ts'
import { sendFirstRequests } from './app/first-requests.ts'

// The page carries this in itself: what the first screen asks for is on its way before any file has arrived.
sendFirstRequests(readEmbeddedWords())
