import { dataRequestsPath } from '../../paths/privacy.ts'
import { RecordList } from '../../resource/record-list.tsx'

/** The requests of people about their data: those without an answer by default, the next due date first. */
export default function DataRequestsList() {
  return (
    <RecordList
      resource="dataRequests"
      newPath={`${dataRequestsPath}/novo`}
      defaultFilters={open}
      searchPlaceholder="Quem pede…"
      purpose="Aqui ficam os pedidos das pessoas sobre os seus dados: acesso, retificação, apagamento e outros direitos. Têm um mês para a resposta."
    />
  )
}

const open = { status: ['open'] }
