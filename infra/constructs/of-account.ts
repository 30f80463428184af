// A service of AWS that may assume a role only for this account. Otherwise the schedule or deployment of another
// account could make the service use the role ("confused deputy").
import type { Stack } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";

export const ofAccount = (service: string, { account }: Stack): ServicePrincipal =>
  new ServicePrincipal(service, { conditions: { StringEquals: { "aws:SourceAccount": account } } });
