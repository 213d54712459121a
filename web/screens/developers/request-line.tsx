/** `GET /members/id`, with the parameters in italics. */
export function RequestLine({
  method,
  path,
  className = '',
}: {
  method: string
  path: string
  className?: string | undefined
}) {
  return (
    <span className={className}>
      <b>{method.toUpperCase()}</b>{' '}
      {path.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? <var key={index}>{part}</var> : part))}
    </span>
  )
}
