//! Where a controller is: in a folder that is shared with it, or behind an endpoint of its own.

use std::path::{Path, PathBuf};

use uuid::Uuid;

#[cfg(feature = "opcua")]
use super::super::failure::Failure;
#[cfg(feature = "opcua")]
use crate::run::opcua::{self, Endpoint};
use crate::{
    limits::RECOVERY_REPORT_LIMIT,
    observe::Declared,
    run::{self, Driver, FileHandover, Recovered, RecoveryError},
    store::HandedOver,
};

/// The endpoint of a controller that has an OPC UA server.
#[cfg(feature = "opcua")]
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct EndpointArgs {
    /// The controller's OPC UA server, as in opc.tcp://192.168.0.10:4840
    #[arg(long, value_name = "URL", requires = "keys")]
    pub(in crate::cli) endpoint: Option<String>,
    /// The folder with this program's key and the list of trusted servers: `cellgraph opcua key` makes it
    #[arg(long, value_name = "FOLDER", requires = "endpoint")]
    pub(in crate::cli) keys: Option<PathBuf>,
}

#[cfg(feature = "opcua")]
impl EndpointArgs {
    /// The controller behind the endpoint, where one is named.
    pub(in crate::cli) fn at(&self) -> Result<Option<At>, Failure> {
        let (Some(url), Some(keys)) = (&self.endpoint, &self.keys) else { return Ok(None) };
        Ok(Some(At::Server(Endpoint::new(url, keys).map_err(Failure::input)?)))
    }
}

/// A controller's place.
#[derive(Clone, Debug)]
pub(in crate::cli) enum At {
    /// This folder.
    Folder(PathBuf),
    /// Behind an endpoint.
    #[cfg(feature = "opcua")]
    Server(Endpoint),
}

impl At {
    /// A driver for it.
    pub(in crate::cli) fn driver(&self, declared: Declared) -> Box<dyn Driver> {
        match self {
            Self::Folder(folder) => Box::new(FileHandover::new(folder).with_declared(declared)),
            #[cfg(feature = "opcua")]
            Self::Server(endpoint) => Box::new(opcua::OpcUaHandover::new(endpoint.clone()).with_declared(declared)),
        }
    }

    /// What to do where it cannot be told to stop.
    pub(in crate::cli) const fn what_to_see_to(&self) -> &'static str {
        match self {
            Self::Folder(_) => "halt the robot at its own controls, then see to the folder",
            #[cfg(feature = "opcua")]
            Self::Server(_) => {
                "halt the robot at its own controls, then see to the connection: `cellgraph opcua look` says how it is"
            }
        }
    }

    /// Tells it to stop, and asks where the robot is. `recorded` is the place that the record of the interrupted run names.
    pub(in crate::cli) fn recover(
        &self,
        run: Option<Uuid>,
        recorded: Option<&str>,
        declared: &Declared,
    ) -> Result<Recovered, RecoveryError> {
        match self {
            Self::Folder(folder) => run::recover(folder, run, recorded.map(Path::new), declared, RECOVERY_REPORT_LIMIT),
            #[cfg(feature = "opcua")]
            Self::Server(endpoint) => opcua::recover(endpoint, run, recorded, declared, RECOVERY_REPORT_LIMIT),
        }
    }
}

/// What is wrong with the keys, and what to do.
#[cfg(feature = "opcua")]
pub(in crate::cli) fn keys(error: opcua::KeyError) -> Failure {
    let hint = error.hint();
    let failure = Failure::input(error);
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// Which options name a place that a record has.
pub(in crate::cli) fn options(recorded: &str) -> String {
    match HandedOver::at(recorded) {
        HandedOver::Endpoint(endpoint) => format!("--endpoint {endpoint} --keys FOLDER"),
        HandedOver::Folder(folder) => format!("--robot {folder}"),
    }
}
