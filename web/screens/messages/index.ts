export { AudienceBox, ChosenAudience, AudienceSearch } from './audience-field.tsx'
export { type Audience, useCompose } from './audience.ts'
export {
  type BatchPreview,
  channelText,
  costText,
  recipientCount,
  sendConfirmation,
  sendLabel,
} from './batch-preview.ts'
export { BatchProgress, WrittenText } from './batch-progress.tsx'
export { CancelBatch } from './cancel-batch.tsx'
export { noticeSteps, noticeStepsText, stepLabel } from './notice-steps.ts'
export { useObstacle } from './held-query.ts'
export { useHeldText } from './held-text.ts'
export { LettersButton, lettersOf } from './letters-button.tsx'
export { MemberMessages } from './member-messages.tsx'
export { SubjectCell, WrittenCell } from './message-cells.tsx'
export { MessageTextFields } from './message-text-form.tsx'
export { default as messageTextClasses } from './message-text.module.css'
export { messageTextsQuery } from './message-texts.tsx'
export { PaymentMessagesLink } from './payment-messages-link.tsx'
export { PlainMessage } from './message-preview.tsx'
export { PreviewSide } from './preview-side.tsx'
export { SendingHistory, SendingState } from './sending-state.tsx'
export { TextWithVariables } from './text-with-variables.tsx'
export { useFillFromNavigation } from './use-fill-from-navigation.ts'
export { useReadableText, variablesOf } from './message-variables.ts'
