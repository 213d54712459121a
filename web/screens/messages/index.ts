export { AudienceBox, ChosenOnes, AudienceSearch } from './audience-box.tsx'
export { type Audience } from './audience.ts'
export {
  type BatchPreview,
  channelText,
  costText,
  heldWords,
  recipientCount,
  sendConfirmation,
  sendLabel,
} from './batch-preview.ts'
export { type Batch, BatchProgress } from './batch-progress.tsx'
export { CancelBatch } from './cancel-batch.tsx'
export { noticeSteps, ladderText, stepLabel } from './ladder.ts'
export { LettersButton } from './letters-button.tsx'
export { MemberMessages } from './member-messages.tsx'
export { SubjectCell, WrittenCell } from './message-cells.tsx'
export { MessageTextFields } from './message-text-form.tsx'
export { default as messageTextClasses } from './message-text.module.css'
export { messageTextsQuery } from './message-texts-query.ts'
export { PaymentMessagesLink } from './payment-messages-link.tsx'
export { PlainMessage } from './plain-message.tsx'
export { PreviewSide } from './preview-side.tsx'
export { SendingHistory } from './sending-history.tsx'
export { SendingState } from './sending-state.tsx'
export { TextWithVariables } from './text-with-variables.tsx'
export { useFillFromNavigation } from './use-fill-from-navigation.ts'
export { useCompose } from './use-compose.ts'
export { useReadableText } from './use-readable-text.ts'
export { variablesOf } from './variables-of-event.ts'
export { WrittenText } from './written-text.tsx'
