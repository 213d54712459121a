export { AudienceBox, ChosenOnes, SearchedOnes } from './audience-box.tsx'
export { type Audience } from './audience.ts'
export {
  type BatchPreview,
  channelWords,
  costText,
  heldWords,
  receivers,
  sendingWords,
  sendLabel,
} from './batch-preview.ts'
export { type Batch, BatchProgress } from './batch-progress.tsx'
export { CancelBatch } from './cancel-batch.tsx'
export { noticeSteps, sayLadder, stepLabel } from './ladder.ts'
export { LettersButton } from './letters-button.tsx'
export { MemberMessages } from './member-messages.tsx'
export { SubjectCell, WrittenCell } from './message-cells.tsx'
export { WrittenTexts } from './message-text-form.tsx'
export { default as messageTextClasses } from './message-text.module.css'
export { messageTextsQuery } from './message-texts-query.ts'
export { PaymentMessagesLink } from './payment-messages-link.tsx'
export { PlainMessage } from './plain-message.tsx'
export { PreviewSide } from './preview-side.tsx'
export { SendingHistory } from './sending-history.tsx'
export { SendingState } from './sending-state.tsx'
export { TextWithVariables } from './text-with-variables.tsx'
export { useArrival } from './use-arrival.ts'
export { useCompose } from './use-compose.ts'
export { useReadable } from './use-readable.ts'
export { variablesNamed } from './variables-of-event.ts'
export { WhatItSays } from './what-it-says.tsx'
