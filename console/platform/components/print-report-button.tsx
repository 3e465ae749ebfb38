import { Button } from 'antd'
import { Printer } from 'lucide-react'
import './print-report.css'

/** Prints the report as it is on the screen. */
export const PrintReportButton = () => (
  <Button icon={<Printer size={14} aria-hidden />} onClick={() => window.print()}>
    打印
  </Button>
)
