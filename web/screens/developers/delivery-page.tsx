import { RecordCollection } from '../../resource/record-collection.tsx'
import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import classes from './developers.module.css'

const tabs: readonly RecordPageTab<'webhookDeliveries'>[] = [
  {
    ...formTab,
    label: 'Entrega',
    panel: (part) => (
      <div className={classes.page}>
        {formTab.panel(part)}
        <RecordCollection
          resource="webhookAttempts"
          parent={{ resource: 'webhookDeliveries', id: part.record._id }}
          purpose="As tentativas, com o início de cada resposta."
          emptyTitle="Ainda não se tentou enviar"
        />
      </div>
    ),
  },
  historyTab,
]

/** The page of a delivery, with its attempts. */
export default function DeliveryPage() {
  return <RecordPage resource="webhookDeliveries" tabs={tabs} />
}
